import { checksummed, hasRightChecksum, typeHashOf } from '../base/ethereum.ts'
import { isAddress, nativeAddress, sameHex } from '../base/hex.ts'
import { hasUnseen } from '../base/outside-text.ts'
import { isLoopback } from '../base/url.ts'
import { shapeFaults } from './decode-deployment.ts'
import {
  type DeploymentFault,
  permitPrimaryType,
  permitTypeHashes,
  type RequestType,
  type TypeMap,
} from './deployment.ts'
import { secretFaults } from './deployment-secret.ts'

/** Where Permit2 is on most chains, and where it is on those whose addresses come about in another way. */
const canonicalPermit2 = [
  '0x000000000022d473030f116ddee9f6b43ac78ba3',
  '0x0000000000225e31d15943971f47ad3022f714fa',
]

/** The id under which Mozilla would know the sandbox's package. */
export const sandboxFirefoxId = 'ferry@ferry.example'

interface Parts {
  readonly [name: string]: unknown
}

type Place = 'gateways' | 'inboxes' | 'manualTargets'

/** Contracts that are approved or paid, by where they stand. */
const paidPath = /^\$\.(chains\[\d+\]\.(permit2$|(gateways|inboxes|manualTargets)\[)|fee\.feeTakerAddress$)/

/** Texts that people read. */
const shownPath =
  /^\$\.(name|(chains|walletExtensions)\[\d+\]\.name|chains\[\d+\]\.(currency|verifiedTokens\[\d+\])\.(name|symbol))$/

/**
 * What would cost money or trust though each field by itself may be as it is: read off the file as it was written, and
 * silent about what has the wrong shape.
 */
function* ruleFaults(input: unknown): Generator<DeploymentFault> {
  for (const [path, text] of textsOf(input, '$')) {
    yield* spellingFaults(path, text)
    if (shownPath.test(path) && (hasUnseen(text) || text !== text.trim())) {
      yield fault(path, text, 'text without unseen characters, or such that turn the reading order')
    }
  }
  if (!isParts(input)) return
  yield* serviceFaults(input)
  yield* typeFaults(input.types)
  yield* chainsFaults(input.chains)
}

/** An address that is approved or paid proves by its checksum that no character of it was mistyped. */
function* spellingFaults(path: string, text: string): Generator<DeploymentFault> {
  if (!isAddress(text)) return
  const right = checksummed(text)
  if (paidPath.test(path) && text !== right) {
    yield fault(path, text, `${right} (EIP-55), once every digit was compared with where it comes from`)
  } else if (!hasRightChecksum(text)) {
    yield fault(path, text, `${right} (EIP-55), or a digit is wrong`)
  }
}

function* serviceFaults({ service }: Parts): Generator<DeploymentFault> {
  if (!isParts(service) || typeof service.baseUrl !== 'string') return
  const url = URL.parse(service.baseUrl)
  if (url === null) return
  if (/\/api(\/v\d+)?\/*$/.test(url.pathname)) {
    yield fault('$.service.baseUrl', service.baseUrl, 'URL before /api/v1, which Ferry appends by itself')
  }
  if (service.kind === 'sandbox' && !isLoopback(url.hostname)) {
    yield fault('$.service.kind', 'sandbox', 'frontend or relay for a service that is not on this machine')
  }
  const { origin, kind } = service
  if (typeof origin === 'string' && origin.startsWith('http:') && kind !== 'sandbox') {
    yield fault(
      '$.service.origin',
      origin,
      'https origin of your own: people do not meet your site on this machine',
    )
  }
}

/** Members that are left out, added or moved would be another question to the wallet than the one that is checked. */
function* typeFaults(types: unknown): Generator<DeploymentFault> {
  if (!isParts(types)) return
  for (const [kind, hash] of Object.entries(permitTypeHashes) as [RequestType, string][]) {
    const given = types[kind]
    if (!isTypeMap(given)) continue
    const found = typeHashOf(given, permitPrimaryType)
    if (found !== hash) {
      yield fault(
        `$.types.${kind}`,
        `type hash ${found}`,
        `the interface's members in their order, type hash ${hash}`,
      )
    }
  }
}

function* chainsFaults(chains: unknown): Generator<DeploymentFault> {
  if (!Array.isArray(chains)) return
  const places: readonly Place[] = ['gateways', 'inboxes', 'manualTargets']
  const hasContract = chains.some((chain) => places.some((place) => listOf(chain, place).length > 0))
  if (chains.length > 0 && !hasContract) {
    yield fault(
      '$.chains',
      'no gateway, inbox or manual target',
      'a contract that is signed for or sent to on some chain',
    )
  }
  for (const [at, chain] of chains.entries()) {
    if (!isParts(chain)) continue
    yield* permit2Faults(chain, `$.chains[${at}]`)
    for (const place of places) yield* placeFaults(chain, place, `$.chains[${at}].${place}`)
  }
}

function* permit2Faults({ permit2, permit2IsOwn }: Parts, path: string): Generator<DeploymentFault> {
  if (!isAddress(permit2) || permit2IsOwn === true || canonicalPermit2.includes(permit2.toLowerCase())) return
  yield fault(
    `${path}.permit2`,
    permit2,
    `${checksummed('0x000000000022d473030f116ddee9f6b43ac78ba3')}, or "permit2IsOwn": true beside it`,
  )
}

/** Nobody may stand where something else is meant: what is approved there could be taken by anybody, or is a token itself. */
function* placeFaults(chain: Parts, place: Place, path: string): Generator<DeploymentFault> {
  const tokens = listOf(chain, 'verifiedTokens').map((token) => (isParts(token) ? token.address : null))
  const others: readonly (readonly [string, readonly unknown[]])[] = [
    ['a verified token', tokens],
    ['Permit2', [chain.permit2]],
    ['Multicall3', [chain.multicall3]],
    ["the sign of the chain's own coin", [nativeAddress]],
    ...(place === 'inboxes' ? [] : [['an inbox', listOf(chain, 'inboxes')] as const]),
  ]
  for (const [at, address] of listOf(chain, place).entries()) {
    if (!isAddress(address)) continue
    for (const [what, taken] of others) {
      if (!taken.some((one) => typeof one === 'string' && sameHex(one, address))) continue
      yield fault(`${path}[${at}]`, `${address}, which is ${what}`, `${meant[place]} and nothing else`)
    }
  }
}

const meant: { readonly [place in Place]: string } = {
  gateways: 'the gateway that permits name as their spender',
  inboxes: 'the inbox that requests are sent to',
  manualTargets: "a manual route's own contract",
}

/** Every text of the file with its path; keys are the schema's affair. */
function* textsOf(value: unknown, path: string): Generator<readonly [string, string]> {
  if (typeof value === 'string') yield [path, value]
  else if (Array.isArray(value))
    for (const [at, one] of value.entries()) yield* textsOf(one, `${path}[${at}]`)
  else if (isParts(value))
    for (const [key, one] of Object.entries(value)) yield* textsOf(one, `${path}.${key}`)
}

function listOf(parts: unknown, name: string): readonly unknown[] {
  const list = isParts(parts) ? parts[name] : null
  return Array.isArray(list) ? list : []
}

function isParts(value: unknown): value is Parts {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isTypeMap(value: unknown): value is TypeMap {
  if (!isParts(value)) return false
  return Object.values(value).every(
    (members) =>
      Array.isArray(members) &&
      members.every((one) => isParts(one) && typeof one.name === 'string' && typeof one.type === 'string'),
  )
}

function fault(path: string, found: string, expected: string): DeploymentFault {
  return { path, found, expected }
}

/** For which browser a package is made of the file; null for neither yet. */
export type Packed = 'chrome' | 'firefox' | null

/**
 * Returns everything that is wrong with a deployment file, not only the first of it: what looks like a secret, what has
 * the wrong shape, and what would cost money though its shape is right.
 */
export function deploymentFaults(input: unknown, packed: Packed = null): readonly DeploymentFault[] {
  const faults = [
    ...secretFaults(input),
    ...shapeFaults(input),
    ...ruleFaults(input),
    ...(packed === 'firefox' ? firefoxFaults(input) : []),
  ]
  // A place is named once, by what was said of it first.
  return faults.filter(({ path }, at) => faults.findIndex((one) => one.path === path) === at)
}

/** Mozilla keeps one publisher for an id: the sandbox's belongs to nobody else's package. */
function firefoxFaults(input: unknown): readonly DeploymentFault[] {
  if (typeof input !== 'object' || input === null || !('service' in input)) return []
  const { service } = input
  const isSandbox =
    typeof service === 'object' && service !== null && 'kind' in service && service.kind === 'sandbox'
  const id = 'firefoxId' in input ? input.firefoxId : undefined
  if (isSandbox || (id !== undefined && id !== sandboxFirefoxId)) return []
  const expected = `an add-on id of your own, as "ferry@your.domain", for a package for Firefox`
  return [{ path: '$.firefoxId', expected, found: id === undefined ? 'nothing' : sandboxFirefoxId }]
}
