import { type AddressFormat, getAddressFormat, isAddress, isHash, lowerHex } from './hex.ts'

export interface ExplorerChain {
  readonly chainId: number
  /** Set if the chain's record names another address format than its id suggests. */
  readonly addressFormat?: AddressFormat
  /** True if the chain is in the deployment file. */
  readonly isConfigured: boolean
  readonly explorerUrl: string | null
  /** From the deployment file. If absent, links use the usual paths for this kind of chain. */
  readonly explorerPaths?: ExplorerPaths
  /** From the service's list of chains. Only URLs that `normalizeExplorerUrl` accepts. */
  readonly explorers: readonly string[]
}

/** The page paths, appended to the base address: `/#/transaction/{hash}` and `/#/address/{address}`. */
interface ExplorerPaths {
  readonly transaction: string
  readonly address: string
}

export interface ExplorerLink {
  readonly url: string
  /** The host to show the person before the link opens. Null if the deployment file names the explorer. */
  readonly unverifiedHost: string | null
}

const longestBase = 200
/** Short enough to be read where it is displayed. */
const longestHost = 60
const publicHost = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/

/**
 * Returns the base address of an explorer that the service names, ready to append a path. It may contain a fragment
 * (`https://tronscan.org/#`). Null unless it is a plain https address of a public host: no user, port or query, and
 * no characters with a special meaning in a path.
 */
export function normalizeExplorerUrl(text: string): string | null {
  if (text.length > longestBase || !/^https:\/\/[\x21-\x7e]+$/.test(text) || /[?\\%@]/.test(text)) return null
  const url = URL.parse(text)
  if (url === null || url.port !== '' || url.username !== '') return null
  const { hostname } = url
  const isPublic = hostname.length <= longestHost && publicHost.test(hostname) && !/(^|\.)xn--/.test(hostname)
  if (!isPublic || !/^[A-Za-z0-9._~/-]*$/.test(url.pathname) || url.pathname.includes('//')) return null
  if (!/^(?:#[A-Za-z0-9._~/-]*)?$/.test(url.hash) || url.hash.includes('//')) return null
  const hasFragment = text.includes('#')
  const base = url.origin + url.pathname.replace(/\/$/, '')
  return hasFragment ? `${base}/${(url.hash || '#').replace(/\/$/, '')}` : base
}

export function transactionLink(chain: ExplorerChain | undefined, id: string): ExplorerLink | null {
  const isId = chain !== undefined && normalizeTransactionId(chain.chainId, id, chain.addressFormat) !== null
  return isId ? createLink(chain, 'transaction', '{hash}', id) : null
}

export function addressLink(chain: ExplorerChain | undefined, address: string): ExplorerLink | null {
  if (chain === undefined) return null
  const isEvm = getAddressFormat(chain.chainId, chain.addressFormat) === 'evm'
  const isOne = isEvm ? isAddress(address) : /^[A-Za-z0-9_-]{20,128}$/.test(address)
  return isOne ? createLink(chain, 'address', '{address}', address) : null
}

/** For a chain of the deployment file, only the file's own explorer counts, whatever the service reports. */
function createLink(
  chain: ExplorerChain,
  page: keyof ExplorerPaths,
  place: string,
  id: string,
): ExplorerLink | null {
  const base = chain.isConfigured ? chain.explorerUrl : chain.explorers[0]
  if (base == null) return null
  const paths =
    (chain.isConfigured ? chain.explorerPaths : undefined) ??
    usualPaths[getAddressFormat(chain.chainId, chain.addressFormat)]
  const path = base.includes('#') ? paths[page].replace('/#', '') : paths[page]
  return {
    url: base + path.replace(place, encodeURIComponent(id)),
    unverifiedHost: chain.isConfigured ? null : new URL(base).host,
  }
}

const ethereumPaths: ExplorerPaths = { transaction: '/tx/{hash}', address: '/address/{address}' }
const accountPaths: ExplorerPaths = { transaction: '/tx/{hash}', address: '/account/{address}' }

/**
 * The paths of the best-known explorers: Etherscan and Blockscout, Solana Explorer, Tronscan, Stellar Expert,
 * Suiscan.
 */
const usualPaths: { readonly [form in AddressFormat]: ExplorerPaths } = {
  evm: ethereumPaths,
  solana: ethereumPaths,
  tron: { transaction: '/#/transaction/{hash}', address: '/#/address/{address}' },
  stellar: accountPaths,
  sui: accountPaths,
  unknown: ethereumPaths,
}

const base58 = '[1-9A-HJ-NP-Za-km-z]'

const nonEvmIdFormats: { readonly [form in Exclude<AddressFormat, 'evm'>]: RegExp } = {
  solana: new RegExp(`^${base58}{64,88}$`),
  sui: new RegExp(`^${base58}{32,44}$`),
  tron: /^[0-9a-f]{64}$/,
  stellar: /^[0-9a-f]{64}$/,
  unknown: /^[A-Za-z0-9][A-Za-z0-9:_.+/=@~-]{15,127}$/,
}

/** In the chain's own format and letter case. Any known format is accepted if `chainId` is null. */
export function normalizeTransactionId(
  chainId: number | null,
  text: unknown,
  recorded?: AddressFormat,
): string | null {
  if (typeof text !== 'string' || text.length > 128) return null
  if (chainId === null) return normalizeAnyTransactionId(text)
  const form = getAddressFormat(chainId, recorded)
  if (form === 'evm') return isHash(text) ? lowerHex(text) : null
  const plain = form === 'tron' || form === 'stellar' ? text.toLowerCase().replace(/^0x/, '') : text
  return nonEvmIdFormats[form].test(plain) ? plain : null
}

function normalizeAnyTransactionId(text: string): string | null {
  if (isHash(text)) return lowerHex(text)
  if (/^0x/i.test(text)) return null
  return Object.values(nonEvmIdFormats).some((form) => form.test(text)) ? text : null
}
