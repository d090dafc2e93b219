import { deploymentFaults } from '../../lib/deployment/faults.ts'
import packed from '../../public/deployment.json' with { type: 'json' }
import { attacker } from './forge.ts'
import type { OtherLie } from './lie.ts'
import { readPath, type Wire, writePath } from './wire.ts'

/** A file with one fault. If Ferry accepts it, the lie was believed. */
function file(name: string, change: (whole: Wire) => void): OtherLie {
  return {
    name: `deployment: ${name}`,
    liar: 'deployment',
    async observe() {
      const whole = structuredClone(packed) as unknown as Wire
      change(whole)
      const faults = deploymentFaults(whole)
      const named = faults.flatMap(({ path, expected }) => [path, expected]).slice(0, 3)
      if (faults.length > 0)
        return { walletRequests: [], reportedCodes: named, claimed: 'nothing', believed: [] }
      return { walletRequests: [], reportedCodes: [], claimed: 'taken', believed: ['the file is taken'] }
    },
  }
}

const set = (name: string, path: string, value: unknown) =>
  file(name, (whole) => void writePath(whole, path, value))

/** A mixed case that is no address's checksum. */
const typo = (address: unknown) =>
  `0x${String(address)
    .slice(2)
    .toUpperCase()
    .replace(/[A-F]/, (one) => one.toLowerCase())}`

const contracts = [
  'chains.0.gateways.0',
  'chains.0.inboxes.0',
  'chains.0.manualTargets.0',
  'chains.0.permit2',
  'chains.0.multicall3',
  'chains.0.verifiedTokens.0.address',
].map((path) =>
  file(`a wrong checksum in ${path}`, (whole) => void writePath(whole, path, typo(readPath(whole, path)))),
)

const token = readPath(packed, 'chains.0.verifiedTokens.0.address')
const inbox = readPath(packed, 'chains.0.inboxes.0')
const places = [
  set('a token as a gateway', 'chains.0.gateways.0', token),
  set('a token as an inbox', 'chains.0.inboxes.0', token),
  set('a token as a manual target', 'chains.0.manualTargets.0', token),
  set('the inbox as a gateway', 'chains.0.gateways.0', inbox),
  set('the inbox as a manual target', 'chains.0.manualTargets.0', inbox),
  set('Permit2 as a manual target', 'chains.0.manualTargets.0', readPath(packed, 'chains.0.permit2')),
  set('Permit2 at another address', 'chains.0.permit2', attacker),
  set('nobody as a gateway', 'chains.0.gateways.0', `0x${'0'.repeat(40)}`),
  set('an address without its last letter', 'chains.0.gateways.0', attacker.slice(0, -1)),
  set('the gateway in use as a retired one', 'chains.0.retiredGateways', [
    readPath(packed, 'chains.0.gateways.0'),
  ]),
  set('the inbox in use as a retired one', 'chains.0.retiredInboxes', [inbox]),
  set('a token as a retired inbox', 'chains.0.retiredInboxes', [token]),
  set('Permit2 as a retired gateway', 'chains.0.retiredGateways', [readPath(packed, 'chains.0.permit2')]),
  file('all contracts retired', (whole) => {
    for (const chain of ['0', '1', '2']) {
      const { gateways, inboxes } = readPath(whole, `chains.${chain}`) as Wire
      writePath(whole, `chains.${chain}.retiredGateways`, gateways)
      writePath(whole, `chains.${chain}.retiredInboxes`, inboxes)
      for (const name of ['gateways', 'inboxes', 'manualTargets'])
        writePath(whole, `chains.${chain}.${name}`, [])
    }
  }),
  file('no contract at all', (whole) => {
    for (const name of ['gateways', 'inboxes', 'manualTargets']) {
      for (const chain of ['0', '1', '2']) writePath(whole, `chains.${chain}.${name}`, [])
    }
  }),
]

/** Two lists exchanged, or one list in another's place. */
const lists = ['gateways', 'inboxes', 'manualTargets', 'retiredGateways', 'retiredInboxes'] as const
const swapped = ['0', '1', '2'].flatMap((chain) =>
  lists.flatMap((name) =>
    lists
      .filter((other) => other !== name)
      .map((other) =>
        file(`the ${other} of chain ${chain} as its ${name} as well`, (whole) => {
          const here = readPath(whole, `chains.${chain}`) as Wire
          const listed = [here[other] ?? [], here.gateways].flat().slice(0, 1)
          writePath(whole, `chains.${chain}.${other}`, listed)
          writePath(whole, `chains.${chain}.${name}`, listed)
        }),
      ),
  ),
)

const cross = 'types.SINGLE_OUTPUT_REQUEST'
const list = (whole: Wire, path: string) => readPath(whole, path) as { name: string; type: string }[]
const types = [
  file('a member dropped', (whole) => void list(whole, `${cross}.BasicRequest`).pop()),
  file('a member moved', (whole) => void list(whole, `${cross}.BasicRequest`).reverse()),
  file('the receiver dropped', (whole) => {
    writePath(
      whole,
      `${cross}.BasicRequest`,
      list(whole, `${cross}.BasicRequest`).filter(({ name }) => name !== 'receiver'),
    )
  }),
  file('the least dropped on one chain', (whole) => {
    const path = 'types.SWAP_REQUEST.BasicRequest'
    writePath(
      whole,
      path,
      list(whole, path).filter(({ name }) => name !== 'minOutputAmount'),
    )
  }),
  file(
    'a member of another type',
    (whole) => void writePath(list(whole, `${cross}.BasicRequest`)[0], 'type', 'bytes32'),
  ),
  file(
    'a member by another name',
    (whole) => void writePath(list(whole, `${cross}.BasicRequest`)[5], 'name', 'sendTo'),
  ),
  file(
    'a member more',
    (whole) => void list(whole, `${cross}.Request`).push({ name: 'more', type: 'uint256' }),
  ),
  file('the witness dropped', (whole) => void list(whole, `${cross}.PermitWitnessTransferFrom`).pop()),
  file('the two kinds exchanged', (whole) => {
    const { SINGLE_OUTPUT_REQUEST, SWAP_REQUEST } = whole.types as Wire
    whole.types = { SINGLE_OUTPUT_REQUEST: SWAP_REQUEST, SWAP_REQUEST: SINGLE_OUTPUT_REQUEST }
  }),
]

const hosts = [
  set('a base that ends in /api/v1', 'service.baseUrl', 'https://swap.example/api/v1'),
  set('a base that ends in /api/v1/', 'service.baseUrl', 'https://swap.example/api/v1/'),
  set('a base over http', 'service.baseUrl', 'http://swap.example'),
  set('a base with a password', 'service.baseUrl', 'https://a:b@swap.example'),
  set('an endpoint over http', 'chains.0.rpcUrls', ['http://rpc.example']),
  set('an explorer that is a script', 'chains.0.explorerUrl', 'javascript:alert(1)'),
  set('logos from everywhere', 'logoHosts', ['*']),
  set('a wallet page over http', 'walletPage', 'http://wallet.example'),
  set('no endpoint', 'chains.0.rpcUrls', []),
]

const words = [
  set('a chain’s name that turns', 'chains.0.name', 'Harbour\u202e'),
  set('a chain’s name that is not seen', 'chains.0.name', '\u200b\u200b'),
  set('the name of the deployment turns', 'name', 'Sandbox\u2066'),
  set('a token’s symbol that turns', 'chains.0.verifiedTokens.0.symbol', 'USDC\u202e'),
  set('a token’s name that turns', 'chains.0.verifiedTokens.0.name', 'USD\u200bCoin'),
  set('a coin’s symbol that turns', 'chains.0.currency.symbol', 'HETH\u202e'),
]

const money = [
  set('a fee of six percent', 'fee', { feeBps: '600', feeTakerAddress: attacker }),
  set('a permit for a day', 'permitMaxLifeSeconds', 86_400),
  set('a schema of tomorrow', 'schema', 2),
  set('something unknown', 'more', true),
  set('a key', 'service.apiKey', 'sk_live_0123456789abcdef0123456789abcdef'),
  set('decimals of 255', 'chains.0.verifiedTokens.0.decimals', 255),
  set('no confirmations', 'chains.0.confirmations', 0),
  file('a chain twice', (whole) => void writePath(whole, 'chains.1.chainId', 31337)),
  file('a token twice', (whole) => {
    writePath(whole, 'chains.0.verifiedTokens.1.address', token)
  }),
]

export const deploymentLies: readonly OtherLie[] = [
  ...contracts,
  ...places,
  ...swapped,
  ...types,
  ...hosts,
  ...words,
  ...money,
]
