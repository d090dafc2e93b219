import * as v from 'valibot'
import { computeCreateAddress, hasValidChecksum, toChecksumAddress, typeHashOf } from '../base/ethereum.ts'
import { isAddress, isSameHex, lowerHex, nativeAddress } from '../base/hex.ts'
import { hasInvisibleCharacters } from '../base/invisible-characters.ts'
import { isObject } from '../base/object.ts'
import { once } from '../base/once.ts'
import { decodeFaults } from '../base/shapes.ts'
import { isLoopback } from '../base/url.ts'
import {
  defaultWord,
  deploymentShape,
  gatewayMember,
  namedMembersShape,
  permitPrimaryType,
  permitTypeHashes,
  type RequestType,
  renameGateway,
} from './schema.ts'
import { type DeploymentFault, secretFaults } from './secrets.ts'

/** Permit2's address on most chains, and on chains that derive addresses differently. */
const canonicalPermit2 = [
  '0x000000000022d473030f116ddee9f6b43ac78ba3',
  '0x0000000000225e31d15943971f47ad3022f714fa',
]

interface Parts {
  readonly [name: string]: unknown
}

/** Contracts that Ferry approves, pays or trusts, by their path. */
const paidPath =
  /^\$\.(chains\[\d+\]\.(permit2$|wrappedNative$|(gateways|inboxes|retiredGateways|retiredInboxes|manualTargets|manualSpenders|evidenceContracts)\[)|fee\.feeTakerAddress$|names\.universalResolver$)/

const shownPath =
  /^\$\.(name|(chains|walletExtensions)\[\d+\]\.name|chains\[\d+\]\.(currency|verifiedTokens\[\d+\])\.(name|symbol))$/

/**
 * Finds faults that would cost money or trust although each field has a valid shape. It reads the file as written, and
 * ignores parts with a wrong shape.
 */
function* ruleFaults(input: unknown): Generator<DeploymentFault> {
  const isForMoney = isObject(input) && isObject(input.service) && input.service.kind !== 'sandbox'
  for (const [path, text] of textsOf(input, '$')) {
    yield* spellingFaults(path, text)
    if (isForMoney) yield* sandboxFaults(path, text)
    if (shownPath.test(path) && (hasInvisibleCharacters(text) || text !== text.trim())) {
      yield fault(path, text, 'text without unseen characters, or such that turn the reading order')
    }
  }
  if (!isObject(input)) return
  const service = isObject(input.service) ? input.service : {}
  yield* serviceFaults(service)
  yield* indicativeFaults(service)
  yield* feeFaults(input, service)
  yield* logoFaults(input)
  yield* pageFaults(input)
  yield* typeFaults(input, service)
  yield* chainsFaults(input.chains)
  yield* namesFaults(input)
}

/** An address that is approved, paid or trusted must have a checksum, which proves that no character was mistyped. */
function* spellingFaults(path: string, text: string): Generator<DeploymentFault> {
  if (!isAddress(text)) return
  const right = toChecksumAddress(text)
  if (paidPath.test(path) && text !== right) {
    yield fault(path, text, `${right} (EIP-55), once every digit was compared with where it comes from`)
  } else if (!hasValidChecksum(text)) {
    yield fault(path, text, `${right} (EIP-55), or a digit is wrong`)
  }
}

function* serviceFaults(service: Parts): Generator<DeploymentFault> {
  if (typeof service.baseUrl !== 'string') return
  const url = URL.parse(service.baseUrl)
  if (url === null) return
  if (/\/api(\/v\d+)?\/*$/.test(url.pathname)) {
    yield fault('$.service.baseUrl', service.baseUrl, 'URL before /api/v1, which Ferry appends by itself')
  }
  const { origin } = service
  if (typeof origin === 'string' && origin.startsWith('http:') && !isLocalSandbox(service)) {
    yield fault(
      '$.service.origin',
      origin,
      'https origin of your own: people do not meet your site on this machine',
    )
  }
}

/** True for a sandbox on this machine, as in Ferry's development. A public sandbox is on another host. */
export function isLocalSandbox(service: { readonly kind?: unknown; readonly baseUrl?: unknown }): boolean {
  const { kind, baseUrl } = service
  const url = typeof baseUrl === 'string' ? URL.parse(baseUrl) : null
  return kind === 'sandbox' && url !== null && isLoopback(url.hostname)
}

/** Services refuse receivers that burn the tokens. */
const burnAddress = /^0x(?:0+|0*dead|dead0*|e+)$/i

function* indicativeFaults({ indicativeAddress: address }: Parts): Generator<DeploymentFault> {
  if (!isAddress(address) || !burnAddress.test(address)) return
  yield fault(
    '$.service.indicativeAddress',
    address,
    'an account that a service takes as a receiver, as one of yours',
  )
}

/** A service without API keys identifies the operator only by the affiliate id, and lists fee takers per id. */
function* feeFaults({ fee }: Parts, { kind, affiliate }: Parts): Generator<DeploymentFault> {
  if (!isObject(fee) || kind !== 'frontend' || affiliate !== undefined) return
  yield fault(
    '$.service.affiliate',
    'nothing',
    'your public affiliate id: the service lists fee takers per id, and refuses each quote with a fee without it',
  )
}

/** The content security policy allows logo requests to the logo hosts only. */
function* logoFaults({ ipfsGateway, logoHosts }: Parts): Generator<DeploymentFault> {
  if (typeof ipfsGateway !== 'string' || !Array.isArray(logoHosts) || logoHosts.includes(ipfsGateway)) return
  yield fault('$.ipfsGateway', ipfsGateway, 'one of logoHosts')
}

/** The wallet page needs the content scripts too. */
function* pageFaults({ pages, walletPage }: Parts): Generator<DeploymentFault> {
  if (!Array.isArray(pages) || pages.length === 0 || typeof walletPage !== 'string') return
  const url = URL.parse(walletPage)
  if (url === null || pages.some((host) => includesHost(String(host), url.hostname))) return
  yield fault('$.pages', pages.join(' '), `the host of walletPage too: ${url.hostname}`)
}

function includesHost(host: string, hostname: string): boolean {
  return host === hostname || (host.startsWith('*.') && `.${hostname}`.endsWith(host.slice(1)))
}

/** The structs of a permit: its own, `TokenPermissions`, `Request` and `BasicRequest`. */
const structCount = 4

/** A missing, added or moved member or struct would make the wallet request differ from the checked one. */
function* typeFaults({ types }: Parts, service: Parts): Generator<DeploymentFault> {
  if (!isObject(types)) return
  const word = typeof service.word === 'string' ? service.word : defaultWord
  for (const [kind, hash] of Object.entries(permitTypeHashes) as [RequestType, string][]) {
    const map = types[kind]
    if (!v.is(namedMembersShape, map)) continue
    const found = typeHashOf(renameGateway(map, word, defaultWord), permitPrimaryType)
    if (found !== hash || Object.keys(map).length !== structCount) {
      yield fault(
        `$.types.${kind}`,
        `type hash ${found}`,
        `the interface's members in their order and ${gatewayMember(word)}, type hash ${hash}`,
      )
    }
  }
}

function* chainsFaults(chains: unknown): Generator<DeploymentFault> {
  if (!Array.isArray(chains)) return
  const called = ['gateways', 'inboxes', 'manualTargets']
  const hasContract = chains.some((chain) => called.some((place) => listOf(chain, place).length > 0))
  if (chains.length > 0 && !hasContract) {
    yield fault(
      '$.chains',
      'no gateway, inbox or manual target',
      'a contract that is signed for or sent to on some chain',
    )
  }
  for (const [at, chain] of chains.entries()) {
    if (!isObject(chain)) continue
    yield* permit2Faults(chain, `$.chains[${at}]`)
    yield* wrappedFaults(chain, `$.chains[${at}].wrappedNative`)
    yield* roleFaults(chain, `$.chains[${at}]`)
  }
}

/** A recipient's name counts only if two endpoints on different hosts give the same address. */
function* namesFaults({ names, chains }: Parts): Generator<DeploymentFault> {
  if (!isObject(names) || !Array.isArray(chains)) return
  const chain = chains.find((one): one is Parts => isObject(one) && one.chainId === names.chainId)
  if (chain === undefined) yield fault('$.names.chainId', String(names.chainId), 'the id of one of chains')
  const hosts = new Set(listOf(chain, 'rpcUrls').map((url) => URL.parse(String(url))?.host))
  if (chain !== undefined && hosts.size < 2) {
    yield fault('$.names.chainId', String(names.chainId), 'a chain with rpcUrls on two hosts')
  }
}

function* permit2Faults({ permit2, permit2IsOwn }: Parts, path: string): Generator<DeploymentFault> {
  if (!isAddress(permit2) || permit2IsOwn === true || canonicalPermit2.includes(permit2.toLowerCase())) return
  yield fault(
    `${path}.permit2`,
    permit2,
    `${toChecksumAddress('0x000000000022d473030f116ddee9f6b43ac78ba3')}, or "permit2IsOwn": true next to it`,
  )
}

/** The wrapped native token has 18 decimals and is no other contract of the chain. */
function* wrappedFaults(chain: Parts, path: string): Generator<DeploymentFault> {
  const { wrappedNative: wrapped, permit2, multicall3 } = chain
  if (!isAddress(wrapped)) return
  const isOther = [nativeAddress, permit2, multicall3].some(
    (one) => isAddress(one) && isSameHex(one, wrapped),
  )
  const verified = listOf(chain, 'verifiedTokens').find(
    (token): token is Parts =>
      isObject(token) && isAddress(token.address) && isSameHex(token.address, wrapped),
  )
  if (isOther || (verified !== undefined && verified.decimals !== 18)) {
    yield fault(path, wrapped, "the ERC-20 with 18 decimals that wraps the chain's own coin")
  }
}

/** What each list of contracts holds, and the address that it expects. */
const roles = {
  inboxes: ['an inbox', 'the inbox that requests are sent to'],
  manualTargets: ['a manual target', "a manual route's own contract"],
  manualSpenders: ['a manual spender', "the contract that takes a manual route's token"],
  gateways: ['a gateway', 'the gateway that permits name as their spender'],
  evidenceContracts: ['an evidence contract', 'a contract that only reports deliveries and refunds'],
  retiredInboxes: ['a retired inbox', 'an inbox of an earlier version of this file'],
  retiredGateways: ['a retired gateway', 'a gateway of an earlier version of this file'],
} as const

/**
 * One address must not have two roles. An allowance for it could be taken by anyone, or the address is a token. A route
 * contract logs any data that its caller chooses, so as evidence it would prove anything. A contract that is retired and
 * in use would still get new swaps. Only the target of a manual route may also be its spender.
 */
function* roleFaults(chain: Parts, path: string): Generator<DeploymentFault> {
  const roleOf = new Map<string, string>()
  const addRole = (role: string, addresses: readonly unknown[]): void => {
    const unused = addresses
      .filter(isAddress)
      .map(lowerHex)
      .filter((one) => !roleOf.has(one))
    for (const one of unused) roleOf.set(one, role)
  }
  const tokens = listOf(chain, 'verifiedTokens').map((token) => (isObject(token) ? token.address : null))
  addRole('a verified token', tokens)
  addRole('Permit2', [chain.permit2])
  addRole('Multicall3', [chain.multicall3])
  addRole("the sign of the chain's own coin", [nativeAddress])
  addRole('the token that wraps that coin', [chain.wrappedNative])
  for (const [place, [role, expected]] of Object.entries(roles)) {
    const addresses = listOf(chain, place)
    for (const [at, address] of addresses.entries()) {
      const other = isAddress(address) ? roleOf.get(lowerHex(address)) : undefined
      const isAllowed = place === 'manualSpenders' && other === roles.manualTargets[0]
      if (other === undefined || isAllowed) continue
      yield fault(`${path}.${place}[${at}]`, `${address}, which is ${other}`, `${expected} and nothing else`)
    }
    addRole(role, addresses)
  }
}

/** Every text of the file with its path. The schema validates the keys. */
function* textsOf(value: unknown, path: string): Generator<readonly [string, string]> {
  if (typeof value === 'string') yield [path, value]
  else if (Array.isArray(value))
    for (const [at, one] of value.entries()) yield* textsOf(one, `${path}[${at}]`)
  else if (isObject(value))
    for (const [key, one] of Object.entries(value)) yield* textsOf(one, `${path}.${key}`)
}

function listOf(parts: unknown, name: string): readonly unknown[] {
  const list = isObject(parts) ? parts[name] : null
  return Array.isArray(list) ? list : []
}

function fault(path: string, found: string, expected: string): DeploymentFault {
  return { path, found, expected }
}

/** The browser that a package is built for. Null if no package is built yet. */
export type PackageBrowser = 'chrome' | 'firefox' | null

/** Not only the first one: values that look like secrets, wrong shapes, and valid shapes that would cost money. */
export function deploymentFaults(input: unknown, packed: PackageBrowser = null): readonly DeploymentFault[] {
  const faults = [
    ...secretFaults(input),
    ...decodeFaults(deploymentShape, input),
    ...ruleFaults(input),
    ...(packed === 'firefox' ? firefoxFaults(input) : []),
  ]
  return faults.filter(({ path }, at) => faults.findIndex((one) => one.path === path) === at)
}

/** Mozilla accepts one publisher per id. The id of the local sandbox's package cannot be used for a published one. */
function* firefoxFaults(input: unknown): Generator<DeploymentFault> {
  if (!isObject(input) || !isObject(input.service) || isLocalSandbox(input.service)) return
  const { firefoxId: id = 'nothing' } = input
  if (id !== 'nothing' && id !== sandboxFirefoxId) return
  yield fault(
    '$.firefoxId',
    id,
    'an add-on id of your own, as "ferry@your.domain", for a package for Firefox',
  )
}

export const sandboxFirefoxId = 'ferry@ferry.example'

const sandboxTexts: readonly string[] = ['Local sandbox', 'ferry-sandbox', sandboxFirefoxId]

/** The accounts whose private keys every anvil and Hardhat node prints. */
const publishedAccounts = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
  '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
  '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
  '0x976EA74026E726554dB657fA54763abd0C3a0aa9',
  '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955',
  '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f',
  '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720',
] as const

/** The first contracts that a published account creates. They include all contracts of the sandbox. */
const firstNonces = 1_000

/** In lower case. Made once, because it takes about a second. */
const publishedAddresses = once(
  (): ReadonlySet<string> =>
    new Set(
      publishedAccounts.flatMap((from) => [
        from.toLowerCase(),
        ...Array.from({ length: firstNonces }, (_, nonce) => computeCreateAddress(from, nonce).toLowerCase()),
      ]),
    ),
)

function* sandboxFaults(path: string, text: string): Generator<DeploymentFault> {
  if (sandboxTexts.includes(text)) yield fault(path, text, 'a text of your own, not the sandbox’s')
  // Wallet programs run on the person's own computer.
  else if (!path.startsWith('$.loopbackWallets[') && isOnLoopback(text))
    yield fault(path, text, 'a host that other computers reach, or "kind": "sandbox"')
  else if (isAddress(text) && publishedAddresses().has(text.toLowerCase()))
    yield fault(path, text, 'an address of your own: anybody can use the private key behind this one')
}

function isOnLoopback(text: string): boolean {
  const url = URL.parse(text.includes('://') ? text : `https://${text}`)
  return url !== null && isLoopback(url.hostname)
}

export function faultText(file: string, faults: readonly DeploymentFault[]): string {
  return faults.map((fault) => `${file}: ${faultLine(fault)}`).join('\n')
}

function faultLine({ path, expected, found }: DeploymentFault): string {
  const wanted = `${path}: expected ${expected}`
  return found === undefined ? wanted : `${wanted}, found ${toPlainText(found)}`
}

function toPlainText(text: string): string {
  const short = text.length > 120 ? `${text.slice(0, 120)}...` : text
  return short.replace(/[^\x20-\x7e]/gu, (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`)
}
