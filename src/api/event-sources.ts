import { BlockList, isIP, isIPv4 } from 'node:net';

/** Tells whether an address is one of these, or in one of these networks. */
export function createSourceCheck(sources: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList();
  for (const source of sources) {
    const [address = '', bits] = source.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  // `BlockList` compares an IPv4 address that arrived on an IPv6 socket as the IPv4 address that it is
  return (address = '') => isIP(address) !== 0 && list.check(address, familyOf(address));
}

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6');
