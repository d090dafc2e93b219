import { formatUnits } from '../base/decimal.ts'
import { type Address, isSameHex, nativeAddress } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import type { Deployment, DeploymentChain } from './schema.ts'

/** Null if the chain is not in the deployment file: Ferry neither signs nor sends there. */
export function chainConfig(deployment: Deployment, chainId: number): DeploymentChain | null {
  return deployment.chains.find((chain) => chain.chainId === chainId) ?? null
}

/** As `chainConfig`. Throws `chainNotPinned` if the file lacks the chain. */
export function requireChain(deployment: Deployment, chainId: number): DeploymentChain {
  const config = chainConfig(deployment, chainId)
  if (config === null) throw notPinned(chainId)
  return config
}

export function notPinned(chainId: number): Problem {
  return new Problem('chainNotPinned', { facts: { chainId: String(chainId) } })
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

export interface EquivalentToken extends WrappedToken {
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

const loopbackHost = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/

export function networkOrigins({ service, chains, logoHosts }: Deployment): readonly string[] {
  const logos = logoHosts.map((host) => `${loopbackHost.test(host) ? 'http' : 'https'}://${host}`)
  const urls = [service.baseUrl, ...chains.flatMap((chain) => chain.rpcUrls), ...logos]
  return [...new Set(urls.map((url) => new URL(url).origin))]
}

/**
 * Returns the match pattern of the host that a URL reaches. In Firefox a pattern with a port makes requests fail. A
 * WebSocket needs the permission of its http URL.
 */
export function matchPattern(url: string, isFirefox: boolean): string {
  const { protocol, hostname, host } = new URL(url)
  return `${protocol.replace('ws', 'http')}//${isFirefox ? hostname : host}/*`
}

const chromeId = /^[a-p]{32}$/
const firefoxId = /^(\{[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\}|[\w.+-]{0,64}@[\w.-]{1,64})$/i

export function isExtensionId(text: string): boolean {
  return chromeId.test(text) || firefoxId.test(text)
}

/**
 * Returns the match patterns of the content scripts. Null where the file does not limit the pages. Pages need https, except
 * on this machine.
 */
export function pageMatches({ pages }: Deployment): readonly string[] | null {
  if (pages === undefined || pages === 'all') return null
  return pages.flatMap((host) => {
    const isOnThisMachine = host === '127.0.0.1' || host === 'localhost'
    return [`https://${host}/*`, ...(isOnThisMachine ? [`http://${host}/*`] : [])]
  })
}
