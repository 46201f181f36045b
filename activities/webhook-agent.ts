import { lookup as resolve } from 'node:dns';
import { BlockList, isIPv4, isIPv6, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';

/**
 * Networks that are not on the public internet: private, loopback, link-local (where clouds serve their metadata),
 * carrier-grade NAT, multicast, and IPv6 prefixes that embed an IPv4 address. `BlockList` compares an IPv4-mapped
 * address with the IPv4 rows.
 */
const IPV4_NETWORKS = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // the virtual public address of Azure's platform
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
] as const;
const IPV6_NETWORKS = [
  '::/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/32',
  '2001:db8::/32',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
] as const;

const NOT_PUBLIC = new BlockList();
for (const network of IPV4_NETWORKS) addNetwork(network, 'ipv4');
for (const network of IPV6_NETWORKS) addNetwork(network, 'ipv6');

function addNetwork(network: string, family: 'ipv4' | 'ipv6'): void {
  const [address = '', prefix] = network.split('/');
  NOT_PUBLIC.addSubnet(address, Number(prefix), family);
}

/** Whether an IP address is on the public internet; what is not an address is not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !NOT_PUBLIC.check(address, 'ipv4');
  // a zone, as in fe80::1%eth0, names an interface of this machine
  return isIPv6(address) && !address.includes('%') && !NOT_PUBLIC.check(address, 'ipv6');
}

const REFUSED =
  'its address is not public; set OWARE_WEBHOOK_ALLOW_PRIVATE=true if the receiver is in your own network';

/**
 * Connects to public addresses only. The check is on the address of the connection itself, so a name that resolves to
 * another address a moment later gains nothing.
 */
export function createPublicAgent(lookup: LookupFunction = resolve): Agent {
  const connect = buildConnector({ lookup: publicOnly(lookup) });
  return new Agent({
    connect: (options, callback) => {
      const { hostname } = options;
      // Node looks up names only
      const isAddress = isIPv4(hostname) || isIPv6(hostname);
      if (isAddress && !isPublicAddress(hostname)) callback(new Error(REFUSED), null);
      else connect(options, callback);
    },
  });
}

function publicOnly(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, found, family) => {
      const addresses = typeof found === 'string' ? [found] : found.map(({ address }) => address);
      const refused = error ?? (addresses.every(isPublicAddress) ? null : new Error(REFUSED));
      callback(refused, refused ? '' : found, family);
    });
  };
}
