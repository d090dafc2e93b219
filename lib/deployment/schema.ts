import * as v from 'valibot'
import { compareDecimal, isDecimalText, maxFeeBps } from '../base/decimal.ts'
import { type Hex, zeroAddress } from '../base/hex.ts'
import { addressShape, chainIdShape, type Decoded, decode, digitsShape, textShape } from '../base/shapes.ts'
import {
  baseUrlShape,
  explorerUrlShape,
  hostShape,
  loopbackUrlShape,
  originShape,
  webUrlShape,
} from '../base/url.ts'
import { refuseSecrets } from './secrets.ts'

/** The only primary type that Ferry requests a signature for (interface 2, signTypedData). */
export const permitPrimaryType = 'PermitWitnessTransferFrom'

/**
 * keccak of `encodeType` of the two permits that Ferry can decode, with the default word. They are a third lock on what may
 * be signed, after the types of the deployment file and those of the service.
 */
export const permitTypeHashes: { readonly [kind in RequestType]: Hex } = {
  SINGLE_OUTPUT_REQUEST: '0x1d2bf063af45d955b19bf4f3961c98acec9c0105a8a33b890435a18cb60b3b04',
  SWAP_REQUEST: '0xd263a32aaf05d9eb12fd7c9ab4782c6ccead6fd67f664f125d76a24fed4aafd3',
}

export const contractShape = v.pipe(
  addressShape,
  v.check((address) => address !== zeroAddress, 'address other than zero'),
)

function patternShape(pattern: RegExp, rule: string) {
  return v.pipe(v.string(rule), v.regex(pattern, rule))
}

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

const memberShape = v.strictObject({
  name: patternShape(/^[A-Za-z][A-Za-z0-9]{0,63}$/, 'member name'),
  type: textShape(64, 1),
})

export type TypedMember = Decoded<typeof memberShape>

/** Members by type name, whatever their texts. */
export const namedMembersShape = v.record(
  v.string(),
  v.array(v.object({ name: v.string(), type: v.string() })),
)

/** Ordered EIP-712 members by type name. */
export type TypeMap = { readonly [typeName: string]: readonly TypedMember[] }

/** `deploymentFaults` compares the members with the interface's. */
export const typeMapShape: v.GenericSchema<unknown, TypeMap> = v.record(
  patternShape(/^[A-Z][A-Za-z0-9]{0,63}$/, 'type name'),
  v.array(memberShape),
)

/** Seven days. Every useful feed updates more often. */
const heartbeatMostSeconds = 604_800

/** A contract that reports the price of one whole token in dollars, like Chainlink's aggregators. */
export const priceFeedShape = v.strictObject({
  address: contractShape,
  /** Decimals of the price, not of the token. */
  decimals: integerShape(0, 36),
  /** The longest time between updates. An older price counts as none. */
  heartbeatSeconds: integerShape(1, heartbeatMostSeconds),
})

export type PriceFeed = Decoded<typeof priceFeedShape>

const verifiedTokenShape = v.strictObject({
  address: addressShape,
  symbol: textShape(32, 1),
  /** If absent, the symbol is displayed. */
  name: v.exactOptional(textShape(64, 1)),
  decimals: integerShape(0, 36),
  priceFeed: v.exactOptional(priceFeedShape),
})

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
    /** The native currency, always with 18 decimals. If absent, no source vouches for the list's texts. */
    currency: v.exactOptional(v.strictObject({ name: textShape(64, 1), symbol: textShape(32, 1) })),
    rpcUrls: uniqueShape(webUrlShape, 1),
    explorerUrl: v.nullable(explorerUrlShape),
    /** The explorer's paths for transactions and addresses. If absent: `/tx/{hash}` and `/address/{address}`. */
    explorerPaths: v.exactOptional(
      v.strictObject({ transaction: explorerPathShape('hash'), address: explorerPathShape('address') }),
    ),
    confirmations: integerShape(1, 1000),
    permit2: contractShape,
    /** The operator confirms that Permit2 is not at its canonical address. */
    permit2IsOwn: v.exactOptional(v.literal(true)),
    gateways: uniqueShape(contractShape),
    inboxes: uniqueShape(contractShape),
    /**
     * Contracts of an earlier version of the file. Swaps made with them keep their exits and their evidence. No new swap
     * uses them.
     */
    retiredGateways: v.exactOptional(uniqueShape(contractShape)),
    retiredInboxes: v.exactOptional(uniqueShape(contractShape)),
    /**
     * Contracts that are neither gateway nor inbox, whose events name the requests that they deliver or pay back. They are
     * read as evidence, and never called, approved or paid.
     */
    evidenceContracts: v.exactOptional(uniqueShape(contractShape)),
    /** If absent, any is allowed and the review asks for consent. */
    switchboardIds: v.exactOptional(uniqueShape(integerShape(0, 2 ** 32 - 1), 1)),
    manualTargets: uniqueShape(contractShape),
    /**
     * Contracts that may take the token of a manual route instead of its target, if `approvalData` names them. Never call
     * targets.
     */
    manualSpenders: v.exactOptional(uniqueShape(contractShape, 1)),
    /** The most that a manual route may add to `value`, in smallest units of the native currency. */
    nativeFeeMaxUnits: v.optional(digitsShape, '0'),
    multicall3: v.nullable(contractShape),
    /** The wrapped native token. Inboxes name it in requests that pay in native currency. */
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

export type DeploymentChain = Decoded<typeof chainShape>

export const feeBpsShape = v.pipe(
  v.custom<string>(isDecimalText, 'basis points as decimal text'),
  v.check(
    (bps) => compareDecimal(bps, '0') > 0 && compareDecimal(bps, maxFeeBps) <= 0,
    `more than 0, at most ${maxFeeBps}`,
  ),
)

/**
 * The placeholder for the service's own name: in paths, in the field of the status code and in one member of the signed
 * types. `service.word` of the deployment file is the real name.
 */
export const defaultWord = 'exchange'

/** A word becomes part of paths, JSON keys and type strings. */
const wordRule = 'word of a to z and 0 to 9 that begins with a letter, at most 32'
const firefoxIdRule = 'add-on id like name@domain'
/** Hosts without port: Firefox refuses ports in match patterns. */
const pageHostPattern = /^(\*\.)?([a-z0-9-]+\.)*[a-z0-9-]+$/
const pageHostRule = 'host in lower case like app.example.org or *.example.org, without scheme, port and path'
const noPageRule = '"all", or at least one host: with an empty list no page could use Ferry'
const affiliateRule = 'affiliate id of 1 to 256 visible ASCII characters'

/** It is packed at build time and never changes at run time. */
export const deploymentShape = v.strictObject({
  $schema: v.exactOptional(textShape(500)),
  schema: v.literal(1),
  name: textShape(64, 1),
  /** The id under which Mozilla signs the add-on. Each publisher has its own. */
  firefoxId: v.exactOptional(patternShape(/^[A-Za-z0-9._-]{1,39}@[A-Za-z0-9._-]{1,39}$/, firefoxIdRule)),
  service: v.strictObject({
    baseUrl: baseUrlShape,
    /**
     * The kind of server: a sandbox on any host, where no money is real; the service itself; or the operator's own server
     * in front of it.
     */
    kind: v.picklist(['sandbox', 'frontend', 'relay']),
    requestsPerMinute: integerShape(1, 100_000),
    /** The service's own name in paths, fields and signed types. If absent: `exchange`. */
    word: v.exactOptional(patternShape(/^[a-z][a-z0-9]{0,31}$/, wordRule)),
    /** The operator's own whitelisted origin. If absent, the browser's own origin is used. */
    origin: v.exactOptional(originShape),
    /** The account in quotes without a wallet. If absent, there are no such quotes. Nothing is sent to it. */
    indicativeAddress: v.exactOptional(contractShape),
    /** The operator's public id at the service, sent with every request. Fee takers are listed per id. It is no secret. */
    affiliate: v.exactOptional(patternShape(/^[\x21-\x7e]{1,256}$/, affiliateRule)),
  }),
  walletPage: v.nullable(webUrlShape),
  /** The hosts of the pages that can use Ferry; `all`, or absent: any https page, and http on this machine. */
  pages: v.exactOptional(
    v.union(
      [
        v.literal('all'),
        v.pipe(uniqueShape(patternShape(pageHostPattern, pageHostRule)), v.minLength(1, noPageRule)),
      ],
      noPageRule,
    ),
  ),
  supportUrl: v.nullable(webUrlShape),
  logoHosts: uniqueShape(hostShape),
  /** The host for `ipfs://` logos, one of `logoHosts`. If absent, those logos are not displayed. */
  ipfsGateway: v.exactOptional(hostShape),
  loopbackWallets: uniqueShape(loopbackUrlShape),
  walletExtensions: v.array(
    v.strictObject({
      name: textShape(64, 1),
      chromeIds: uniqueShape(patternShape(/^[a-p]{32}$/, 'extension id')),
      firefoxIds: uniqueShape(textShape(80, 1)),
      /** The wallet's own page to install it. If absent, no link is displayed. */
      install: v.exactOptional(webUrlShape),
    }),
  ),
  fee: v.nullable(v.strictObject({ feeBps: feeBpsShape, feeTakerAddress: contractShape })),
  /** ENS' universal resolver, on one of `chains`. If absent, recipients cannot be given by name. */
  names: v.exactOptional(v.strictObject({ chainId: chainIdShape, universalResolver: contractShape })),
  permitMaxLifeSeconds: integerShape(60, 3600),
  types: v.strictObject({ SINGLE_OUTPUT_REQUEST: typeMapShape, SWAP_REQUEST: typeMapShape }),
  chains: listShape(chainShape, 1, ({ chainId }) => chainId),
})

export type Deployment = Decoded<typeof deploymentShape>
export type ServiceKind = Deployment['service']['kind']
export type RequestType = keyof Deployment['types']

/**
 * Decodes the deployment file: addresses in lower case, types with the service's own word. It is strict: it throws
 * `serviceAnswerInvalid` with the JSON path for an unknown key, a wrong value, http other than loopback, and any value that
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

/** A path of the interface, to append to the service's base address. */
export type ServicePath = `/api/v1/${string}`

export function getServiceWord({ word = defaultWord }: Deployment['service']): string {
  return word
}

/** Puts the service's name into a path: `/api/v1/exchange-auto/history` becomes `/api/v1/acme-auto/history` for `acme`. */
export function servicePath(path: ServicePath, word: string): ServicePath {
  return path.replace(/^\/api\/v1\/exchange(?=[/-])/, `/api/v1/${word}`) as ServicePath
}

/**
 * Returns the name of the request member that holds the gateway. Signed, hashed and submitted data keep the service's own
 * names, so this is the only field that Ferry reads under such a name.
 */
export function gatewayMember(word: string): string {
  return `${word}Gateway`
}

export function renameGateway(types: TypeMap, from: string, to: string): TypeMap {
  const [given, wanted] = [gatewayMember(from), gatewayMember(to)]
  const renamed = Object.entries(types).map(([typeName, members]) => [
    typeName,
    members.map((member) => (member.name === given ? { ...member, name: wanted } : member)),
  ])
  return Object.fromEntries(renamed)
}

export function withStatusCode(record: object, word: string): object {
  const { [`${word}StatusCode`]: exchangeStatusCode, ...rest } = record as {
    readonly [name: string]: unknown
  }
  return { ...rest, exchangeStatusCode }
}
