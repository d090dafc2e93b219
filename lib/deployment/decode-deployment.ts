import * as v from 'valibot'
import { compareDecimal, isDecimalText } from '../base/decimal.ts'
import { zeroAddress } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import { addressShape, chainIdShape, decode, decodeFaults, digitsShape, textShape } from '../base/shapes.ts'
import {
  baseUrlShape,
  explorerUrlShape,
  hostShape,
  loopbackUrlShape,
  originShape,
  webUrlShape,
} from '../base/url.ts'
import { type Deployment, type DeploymentFault, maxFeeBps, type TypeMap } from './deployment.ts'
import { refuseSecrets } from './deployment-secret.ts'
import { defaultWord, getServiceWord, renameGateway, wordPattern } from './service-word.ts'

const primary = [
  ['permitted', 'TokenPermissions'],
  ['spender', 'address'],
  ['nonce', 'uint256'],
  ['deadline', 'uint256'],
  ['witness', 'Request'],
] as const

const elementary = /^(address|bool|string|bytes([1-9]|[12][0-9]|3[0-2])?|u?int(8|16|24|32|64|128|160|256))$/

/**
 * Returns the fault of a pinned type map, or null. The primary type must be Permit2's witness transfer (interface 2,
 * signTypedData), every member's type must be known, and every type must be used.
 */
function typeMapFault(types: TypeMap): string | null {
  const permit = types.PermitWitnessTransferFrom ?? []
  const isPermit =
    permit.length === primary.length &&
    primary.every(([name, type], at) => permit[at]?.name === name && permit[at]?.type === type)
  if (!isPermit) return 'types with PermitWitnessTransferFrom as the interface has it'
  const used = new Set(['PermitWitnessTransferFrom'])
  for (const members of Object.values(types)) {
    if (members.length === 0) return 'types that have members'
    if (new Set(members.map(({ name }) => name)).size < members.length) return 'members named once'
    for (const { type } of members) {
      if (!elementary.test(type) && !Object.hasOwn(types, type)) return 'members of known types'
      used.add(type)
    }
  }
  return Object.keys(types).every((name) => used.has(name)) ? null : 'types that are all used'
}

export const contractShape = v.pipe(
  addressShape,
  v.check((address) => address !== zeroAddress, 'address other than zero'),
)

function integerShape(least: number, most: number) {
  const range = `integer from ${least} to ${most}`
  return v.pipe(v.number(range), v.integer(range), v.minValue(least, range), v.maxValue(most, range))
}

/** The description of a list whose items must differ. JSON Schema calls it `uniqueItems`. */
export const withoutDuplicates = 'list without doubles'

function listShape<Item>(
  shape: v.GenericSchema<unknown, Item>,
  least: number,
  keyOf: (item: Item) => unknown,
) {
  return v.pipe(
    v.array(shape, 'list'),
    v.minLength(least, `list of ${least} to 1000`),
    v.maxLength(1000, `list of ${least} to 1000`),
    v.check((items) => new Set(items.map(keyOf)).size === items.length, withoutDuplicates),
  )
}

function uniqueShape<Item>(shape: v.GenericSchema<unknown, Item>, least = 0) {
  return listShape(shape, least, (item) => item)
}

export const typeMapShape = v.pipe(
  v.record(
    v.pipe(v.string(), v.regex(/^[A-Z][A-Za-z0-9]{0,63}$/, 'type name')),
    v.array(
      v.strictObject({
        name: v.pipe(v.string('member name'), v.regex(/^[A-Za-z][A-Za-z0-9]{0,63}$/, 'member name')),
        type: textShape(64, 1),
      }),
    ),
  ),
  v.rawCheck(({ dataset, addIssue }) => {
    const fault = dataset.typed ? typeMapFault(dataset.value) : null
    if (fault !== null) addIssue({ message: fault, expected: fault })
  }),
)

/** Seven days. Every useful feed updates more often. */
const heartbeatMostSeconds = 604_800

export const priceFeedShape = v.strictObject({
  address: contractShape,
  decimals: integerShape(0, 36),
  heartbeatSeconds: integerShape(1, heartbeatMostSeconds),
})

const verifiedTokenShape = v.strictObject({
  address: addressShape,
  symbol: textShape(32, 1),
  name: v.exactOptional(textShape(64, 1)),
  decimals: integerShape(0, 36),
  priceFeed: v.exactOptional(priceFeedShape),
})

/** The native currency. EVM chains always have 18 decimals for it. */
const currencyShape = v.strictObject({ name: textShape(64, 1), symbol: textShape(32, 1) })

/** A path like `/#/transaction/{hash}`, with exactly one placeholder. */
function explorerPathShape(place: 'hash' | 'address') {
  return v.pipe(
    textShape(200, 1),
    v.regex(
      new RegExp(`^/[A-Za-z0-9_./#?=&~-]*\\{${place}\\}[A-Za-z0-9_./#?=&~-]*$`),
      `path with one {${place}}`,
    ),
  )
}

const chainShape = v.pipe(
  v.strictObject({
    chainId: chainIdShape,
    name: textShape(64, 1),
    currency: v.exactOptional(currencyShape),
    rpcUrls: uniqueShape(webUrlShape, 1),
    explorerUrl: v.nullable(explorerUrlShape),
    explorerPaths: v.exactOptional(
      v.strictObject({ transaction: explorerPathShape('hash'), address: explorerPathShape('address') }),
    ),
    confirmations: integerShape(1, 1000),
    permit2: contractShape,
    permit2IsOwn: v.exactOptional(v.literal(true)),
    gateways: uniqueShape(contractShape),
    inboxes: uniqueShape(contractShape),
    retiredGateways: v.exactOptional(uniqueShape(contractShape)),
    retiredInboxes: v.exactOptional(uniqueShape(contractShape)),
    evidenceContracts: v.exactOptional(uniqueShape(contractShape)),
    switchboardIds: v.exactOptional(uniqueShape(integerShape(0, 2 ** 32 - 1), 1)),
    manualTargets: uniqueShape(contractShape),
    manualSpenders: v.exactOptional(uniqueShape(contractShape, 1)),
    nativeFeeMaxUnits: v.optional(digitsShape, '0'),
    multicall3: v.nullable(contractShape),
    wrappedNative: v.exactOptional(contractShape),
    verifiedTokens: listShape(verifiedTokenShape, 0, ({ address }) => address),
    currencyPriceFeed: v.exactOptional(priceFeedShape),
  }),
  v.check((chain) => {
    const callable = [...chain.gateways, ...chain.inboxes, ...chain.manualTargets]
    const optional = [
      chain.manualSpenders,
      chain.evidenceContracts,
      chain.retiredGateways,
      chain.retiredInboxes,
    ]
    return ![...callable, ...optional.flatMap((list) => list ?? [])].includes(chain.permit2)
  }, 'permit2 unlike the other contracts'),
)

export const feeBpsShape = v.pipe(
  v.custom<string>(isDecimalText, 'basis points as decimal text'),
  v.check(
    (bps) => compareDecimal(bps, '0') > 0 && compareDecimal(bps, maxFeeBps) <= 0,
    `more than 0, at most ${maxFeeBps}`,
  ),
)

const feeShape = v.strictObject({ feeBps: feeBpsShape, feeTakerAddress: contractShape })

const wordRule = 'word of a to z and 0 to 9 that begins with a letter, at most 32'
const wordShape = v.pipe(v.string(wordRule), v.regex(wordPattern, wordRule))

const affiliateWords = 'affiliate id of 1 to 256 visible ASCII characters'

export const deploymentShape = v.strictObject({
  $schema: v.exactOptional(textShape(500)),
  schema: v.literal(1),
  name: textShape(64, 1),
  firefoxId: v.exactOptional(
    v.pipe(
      v.string('add-on id like name@domain'),
      v.regex(/^[A-Za-z0-9._-]{1,39}@[A-Za-z0-9._-]{1,39}$/, 'add-on id like name@domain'),
    ),
  ),
  service: v.strictObject({
    baseUrl: baseUrlShape,
    kind: v.picklist(['sandbox', 'frontend', 'relay']),
    requestsPerMinute: integerShape(1, 100_000),
    word: v.exactOptional(wordShape),
    origin: v.exactOptional(originShape),
    indicativeAddress: v.exactOptional(contractShape),
    affiliate: v.exactOptional(
      v.pipe(v.string(affiliateWords), v.regex(/^[\x21-\x7e]{1,256}$/, affiliateWords)),
    ),
  }),
  walletPage: v.nullable(webUrlShape),
  supportUrl: v.nullable(webUrlShape),
  logoHosts: uniqueShape(hostShape),
  ipfsGateway: v.exactOptional(hostShape),
  loopbackWallets: uniqueShape(loopbackUrlShape),
  walletExtensions: v.array(
    v.strictObject({
      name: textShape(64, 1),
      chromeIds: uniqueShape(v.pipe(v.string('id'), v.regex(/^[a-p]{32}$/, 'extension id'))),
      firefoxIds: uniqueShape(textShape(80, 1)),
    }),
  ),
  fee: v.nullable(feeShape),
  permitMaxLifeSeconds: integerShape(60, 3600),
  types: v.strictObject({ SINGLE_OUTPUT_REQUEST: typeMapShape, SWAP_REQUEST: typeMapShape }),
  chains: listShape(chainShape, 1, ({ chainId }) => chainId),
})

/**
 * Decodes the deployment file: addresses in lower case, types with the service's own word. It is strict: it throws
 * `serviceBadShape` with the JSON path for an unknown key, a wrong value, http other than loopback, and any value that
 * resembles a secret.
 */
export function decodeDeployment(input: unknown): Deployment {
  refuseSecrets(input)
  const { $schema: _forEditors, ...deployment } = decode(deploymentShape, input, 'deployment')
  const { SINGLE_OUTPUT_REQUEST, SWAP_REQUEST } = deployment.types
  const word = getServiceWord(deployment.service)
  return {
    ...deployment,
    types: {
      SINGLE_OUTPUT_REQUEST: renameGateway(SINGLE_OUTPUT_REQUEST, defaultWord, word),
      SWAP_REQUEST: renameGateway(SWAP_REQUEST, defaultWord, word),
    },
  }
}

export function shapeFaults(input: unknown): readonly DeploymentFault[] {
  return decodeFaults(deploymentShape, input)
}

/** Validates the file again. Throws `internal` if it cannot be read. */
export async function readPackedDeployment(
  fetchFile: (url: string) => Promise<Response>,
  url: string,
): Promise<Deployment> {
  const answer = await fetchFile(url)
  if (!answer.ok) throw new Problem('internal', { facts: { what: 'deployment.json is missing' } })
  return decodeDeployment(await answer.json())
}
