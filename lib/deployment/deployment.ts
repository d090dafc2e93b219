import { formatUnits } from '../base/decimal.ts'
import type { ExplorerPaths } from '../base/explorer-link.ts'
import { type Address, type Hex, isSameHex, nativeAddress } from '../base/hex.ts'

export type RequestType = 'SINGLE_OUTPUT_REQUEST' | 'SWAP_REQUEST'

export interface TypedMember {
  readonly name: string
  readonly type: string
}
/** Ordered EIP-712 members by type name. */
export type TypeMap = { readonly [typeName: string]: readonly TypedMember[] }

/** The highest fee in basis points that services accept. The deployment file allows no higher one. */
export const maxFeeBps = '500'

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

/** A contract that reports the price of one whole token in dollars, like Chainlink's aggregators. */
export interface PriceFeed {
  readonly address: Address
  /** Decimals of the price, not of the token. */
  readonly decimals: number
  /** The longest time between updates. An older price counts as none. */
  readonly heartbeatSeconds: number
}

export interface DeploymentChain {
  readonly chainId: number
  readonly name: string
  /** The native currency has 18 decimals. If absent, no source vouches for the list's texts. */
  readonly currency?: { readonly name: string; readonly symbol: string }
  readonly rpcUrls: readonly string[]
  readonly explorerUrl: string | null
  /** The explorer's paths for transactions and addresses. If absent: `/tx/{hash}` and `/address/{address}`. */
  readonly explorerPaths?: ExplorerPaths
  readonly confirmations: number
  readonly permit2: Address
  /** The operator confirms that Permit2 is not at its canonical address. */
  readonly permit2IsOwn?: true
  readonly gateways: readonly Address[]
  readonly inboxes: readonly Address[]
  /**
   * Contracts of an earlier version of the file. Swaps made with them keep their exits and their evidence. No new swap uses
   * them.
   */
  readonly retiredGateways?: readonly Address[]
  readonly retiredInboxes?: readonly Address[]
  /**
   * Contracts that are neither gateway nor inbox, whose events name the requests that they deliver or pay back. They are
   * read as evidence, and never called, approved or paid.
   */
  readonly evidenceContracts?: readonly Address[]
  /** If absent, any is allowed and the review asks for consent. */
  readonly switchboardIds?: readonly number[]
  readonly manualTargets: readonly Address[]
  /**
   * Contracts that may take the token of a manual route instead of its target, if `approvalData` names them. Never call
   * targets.
   */
  readonly manualSpenders?: readonly Address[]
  /** The most that a manual route may add to `value`, in smallest units of the native currency. */
  readonly nativeFeeMaxUnits: string
  readonly multicall3: Address | null
  /** The wrapped native token. Inboxes name it in requests that pay in native currency. */
  readonly wrappedNative?: Address
  readonly verifiedTokens: readonly {
    readonly address: Address
    readonly symbol: string
    /** If absent, the symbol is displayed. */
    readonly name?: string
    readonly decimals: number
    readonly priceFeed?: PriceFeed
  }[]
  readonly currencyPriceFeed?: PriceFeed
}

/**
 * The kind of server: a sandbox on any host, where no money is real; the service itself; or the operator's own server in
 * front of it.
 */
export type ServiceKind = 'sandbox' | 'frontend' | 'relay'

/** It is packed at build time and never changes at run time. */
export interface Deployment {
  readonly schema: 1
  readonly name: string
  /** The id under which Mozilla signs the add-on. Each publisher has its own. */
  readonly firefoxId?: string
  readonly service: {
    readonly baseUrl: string
    readonly kind: ServiceKind
    readonly requestsPerMinute: number
    /** The service's own name in paths, fields and signed types. If absent: `exchange`. */
    readonly word?: string
    /** The operator's public id at the service, sent with every request. Fee takers are listed per id. It is no secret. */
    readonly affiliate?: string
    /** The account in quotes without a wallet. If absent, there are no such quotes. Nothing is sent to it. */
    readonly indicativeAddress?: Address
    /** The operator's own whitelisted origin. If absent, the browser's own origin is used. */
    readonly origin?: string
  }
  readonly walletPage: string | null
  readonly supportUrl: string | null
  readonly logoHosts: readonly string[]
  /** The host for `ipfs://` logos, one of `logoHosts`. If absent, those logos are not displayed. */
  readonly ipfsGateway?: string
  readonly loopbackWallets: readonly string[]
  readonly walletExtensions: readonly {
    readonly name: string
    readonly chromeIds: readonly string[]
    readonly firefoxIds: readonly string[]
  }[]
  readonly fee: { readonly feeBps: string; readonly feeTakerAddress: Address } | null
  readonly permitMaxLifeSeconds: number
  readonly types: { readonly [kind in RequestType]: TypeMap }
  readonly chains: readonly DeploymentChain[]
}

/** Null if the chain is not in the deployment file: Ferry neither signs nor sends there. */
export function chainConfig(deployment: Deployment, chainId: number): DeploymentChain | null {
  return deployment.chains.find((chain) => chain.chainId === chainId) ?? null
}

/** Returns all contracts of a chain that are, or once were, approved, paid, called or read. */
export function pinnedContracts(chain: DeploymentChain): readonly Address[] {
  return [
    chain.permit2,
    ...chain.gateways,
    ...chain.inboxes,
    ...(chain.retiredGateways ?? []),
    ...(chain.retiredInboxes ?? []),
    ...chain.manualTargets,
    ...(chain.manualSpenders ?? []),
    ...(chain.evidenceContracts ?? []),
    ...(chain.multicall3 === null ? [] : [chain.multicall3]),
  ]
}

export function pinnedAddresses({ chains }: Pick<Deployment, 'chains'>): readonly Address[] {
  return chains.flatMap((chain) => [
    ...pinnedContracts(chain),
    ...(chain.wrappedNative === undefined ? [] : [chain.wrappedNative]),
    ...chain.verifiedTokens.map(({ address }) => address),
  ])
}

/**
 * Returns the contracts whose events name the requests that a chain delivers or pays back. Inboxes only show payments in.
 * Retired gateways count only for swaps made with a retired contract.
 */
export function reportingContracts(
  { gateways, retiredGateways = [], evidenceContracts = [] }: DeploymentChain,
  usesRetiredContract = false,
): readonly Address[] {
  return [...gateways, ...(usesRetiredContract ? retiredGateways : []), ...evidenceContracts]
}

export function exitInboxes({ inboxes, retiredInboxes = [] }: DeploymentChain): readonly Address[] {
  return [...inboxes, ...retiredInboxes]
}

export function knownGateways({ gateways, retiredGateways = [] }: DeploymentChain): readonly Address[] {
  return [...gateways, ...retiredGateways]
}

/**
 * Returns the tokens that a request may name as its input if the account pays with this token. For native currency this
 * includes the wrapped token, because an inbox wraps the value it receives (wire shapes 16.2).
 */
export function requestInputs({ wrappedNative }: DeploymentChain, token: Address): readonly Address[] {
  const isWrapped = isSameHex(token, nativeAddress) && wrappedNative !== undefined
  return isWrapped ? [token, wrappedNative] : [token]
}

export interface WrappedToken {
  readonly address: Address
  readonly symbol: string
  readonly decimals: number
}

/** Null if the chain has none. The symbol is the verified token's, else `W` and the native currency's. */
export function getWrappedToken(
  { wrappedNative, verifiedTokens }: DeploymentChain,
  coinSymbol: string,
): WrappedToken | null {
  if (wrappedNative === undefined) return null
  const verified = verifiedTokens.find(({ address }) => isSameHex(address, wrappedNative))
  return verified ?? { address: wrappedNative, symbol: `W${coinSymbol}`, decimals: 18 }
}

const loopbackHost = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/

export function networkOrigins({ service, chains, logoHosts }: Deployment): readonly string[] {
  const logos = logoHosts.map((host) => `${loopbackHost.test(host) ? 'http' : 'https'}://${host}`)
  const urls = [service.baseUrl, ...chains.flatMap((chain) => chain.rpcUrls), ...logos]
  return [...new Set(urls.map((url) => new URL(url).origin))]
}

/** In Firefox a pattern with a port would make requests fail. */
export function hostPattern(endpoint: string, isFirefox: boolean): string {
  const { hostname, host } = new URL(endpoint)
  return `http://${isFirefox ? hostname : host}/*`
}

const chromeId = /^[a-p]{32}$/
const firefoxId = /^(\{[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\}|[\w.+-]{0,64}@[\w.-]{1,64})$/i

export function isExtensionId(text: string): boolean {
  return chromeId.test(text) || firefoxId.test(text)
}

export interface DeploymentFault {
  readonly path: string
  readonly expected: string
  /** Absent if the value must not be repeated. */
  readonly found?: string
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

export interface AssetAmount {
  readonly chainId: number
  readonly address: string
  readonly units: string
}

/** The given and the received amount of one asset, in whole units, exact decimal text. */
export interface SameAsset {
  readonly given: string
  readonly got: string
}

/**
 * Returns both amounts in one unit if the package defines both tokens as the same asset: verified tokens of one symbol, a
 * native currency and the verified token that wraps it (`W` and its symbol), or native currencies of one name. Else null.
 * The service's data is never used.
 */
export function sameAsset(deployment: Deployment, input: AssetAmount, output: AssetAmount): SameAsset | null {
  const given = assetOf(deployment, input)
  const got = assetOf(deployment, output)
  if (given === null || got === null || given.symbol !== got.symbol) return null
  return {
    given: formatUnits(input.units, given.decimals),
    got: formatUnits(output.units, got.decimals),
  }
}

export interface EquivalentToken {
  readonly address: Address
  readonly symbol: string
  readonly decimals: number
  /** Rounded down. */
  readonly units: bigint
}

export function findEquivalentTokens(
  deployment: Deployment,
  amount: AssetAmount,
  chainId: number,
): readonly EquivalentToken[] {
  const asset = assetOf(deployment, amount)
  const config = chainConfig(deployment, chainId)
  if (asset === null || config === null) return []
  const { currency, verifiedTokens } = config
  const coin =
    currency === undefined ? [] : [{ address: nativeAddress, symbol: currency.symbol, decimals: 18 }]
  return [...coin, ...verifiedTokens]
    .filter(({ address }) => assetOf(deployment, { chainId, address })?.symbol === asset.symbol)
    .map(({ address, symbol, decimals }) => ({
      address,
      symbol,
      decimals,
      units: (BigInt(amount.units) * 10n ** BigInt(decimals)) / 10n ** BigInt(asset.decimals),
    }))
}

function assetOf(deployment: Deployment, token: Omit<AssetAmount, 'units'>) {
  const config = chainConfig(deployment, token.chainId)
  if (config === null) return null
  if (!isSameHex(token.address, nativeAddress))
    return config.verifiedTokens.find(({ address }) => isSameHex(address, token.address)) ?? null
  return config.currency === undefined ? null : { symbol: `W${config.currency.symbol}`, decimals: 18 }
}
