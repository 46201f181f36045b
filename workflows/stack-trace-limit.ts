/**
 * The SDK builds a stack trace for every promise that a workflow creates, to show in the Web UI where the
 * workflow waits. Its cost grows with the number of lines, and of the usual ten only the first few are read.
 *
 * The SDK freezes the sandbox's globals once the bundle is loaded, so this must be a module that is loaded
 * with it.
 */
Error.stackTraceLimit = 3;
