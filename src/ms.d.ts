// The Temporal SDK types durations by ms' StringValue, which its package hides from nodenext
// resolution; without this line '30 banana' would pass as a timeout.
declare module 'ms' {
  type Unit =
    | 'ms'
    | 's'
    | 'sec'
    | 'second'
    | 'seconds'
    | 'm'
    | 'min'
    | 'minute'
    | 'minutes'
    | 'h'
    | 'hour'
    | 'hours'
    | 'd'
    | 'day'
    | 'days';
  export type StringValue = `${number}` | `${number}${Unit}` | `${number} ${Unit}`;
}
