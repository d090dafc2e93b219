import { isAddress, isHash, lowerHex, type ReceiverForm, receiverForm } from './hex.ts'

/** What is known of a chain's explorers. */
export interface ExplorerChain {
  readonly chainId: number
  /** Where its record says another form than its id hints. */
  readonly addressForm?: ReceiverForm
  /** In the deployment file. */
  readonly isConfigured: boolean
  /** Of the deployment file. */
  readonly explorerUrl: string | null
  /** Of the deployment file; absent: the paths that explorers of this kind of chain have. */
  readonly explorerPaths?: ExplorerPaths
  /** As the service's list names them, those that `soundExplorer` takes. */
  readonly explorers: readonly string[]
}

/** Where an explorer shows what, behind its base address: `/#/transaction/{hash}` and `/#/address/{address}`. */
export interface ExplorerPaths {
  readonly transaction: string
  readonly address: string
}

export interface ExplorerLink {
  readonly url: string
  /** The host whose word it is; null where the deployment file vouches for it, and nobody has to be told. */
  readonly toldHost: string | null
}

const longestBase = 200
/** So that it can be read where it is shown. */
const longestHost = 60
/** Names of the public net, in its own letters: no address, no single word, no port, no other script's letters. */
const publicHost = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/

/**
 * Returns the base address of an explorer that the service names, so that a path can be put behind it. Its pages may lie
 * behind a fragment (`https://tronscan.org/#`). Null for one that is no plain https address of a public host: with a user,
 * a port, a query, or signs that mean something in a path.
 */
export function soundExplorer(text: string): string | null {
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

/** Returns a transaction in its chain's explorer; null where none is known, or the id is none of that chain's. */
export function transactionLink(chain: ExplorerChain | undefined, id: string): ExplorerLink | null {
  const isId = chain !== undefined && transactionIdOn(chain.chainId, id, chain.addressForm) !== null
  return isId ? linkTo(chain, 'transaction', '{hash}', id) : null
}

/**
 * Returns an account or contract in its chain's explorer; null where none is known, or it is no address of that chain.
 */
export function addressLink(chain: ExplorerChain | undefined, address: string): ExplorerLink | null {
  const isOne = isEvm(chain) ? isAddress(address) : /^[A-Za-z0-9_-]{20,128}$/.test(address)
  return isOne ? linkTo(chain, 'address', '{address}', address) : null
}

function isEvm(chain: ExplorerChain | undefined): boolean {
  return chain === undefined || receiverForm(chain.chainId, chain.addressForm) === 'evm'
}

/** A chain of the deployment file has the file's explorer or none, whatever the service says. */
function linkTo(
  chain: ExplorerChain | undefined,
  page: keyof ExplorerPaths,
  place: string,
  id: string,
): ExplorerLink | null {
  if (chain === undefined) return null
  const base = chain.isConfigured ? chain.explorerUrl : chain.explorers[0]
  if (base == null) return null
  const paths =
    (chain.isConfigured ? chain.explorerPaths : undefined) ??
    usualPaths[receiverForm(chain.chainId, chain.addressForm)]
  const path = base.includes('#') ? paths[page].replace('/#', '') : paths[page]
  return {
    url: base + path.replace(place, encodeURIComponent(id)),
    toldHost: chain.isConfigured ? null : new URL(base).host,
  }
}

const ethereumPaths: ExplorerPaths = { transaction: '/tx/{hash}', address: '/address/{address}' }
const accountPaths: ExplorerPaths = { transaction: '/tx/{hash}', address: '/account/{address}' }

/** The paths of the explorers that are known best: Etherscan and Blockscout, Solana Explorer, Tronscan, Stellar Expert, Suiscan. */
const usualPaths: { readonly [form in ReceiverForm]: ExplorerPaths } = {
  evm: ethereumPaths,
  solana: ethereumPaths,
  tron: { transaction: '/#/transaction/{hash}', address: '/#/address/{address}' },
  stellar: accountPaths,
  sui: accountPaths,
  unknown: ethereumPaths,
}

const base58 = '[1-9A-HJ-NP-Za-km-z]'

/** What transaction ids of chains that are not Ethereum's look like: signatures, digests, hashes without `0x`. */
const otherForms: { readonly [form in Exclude<ReceiverForm, 'evm'>]: RegExp } = {
  solana: new RegExp(`^${base58}{64,88}$`),
  sui: new RegExp(`^${base58}{32,44}$`),
  tron: /^[0-9a-f]{64}$/,
  stellar: /^[0-9a-f]{64}$/,
  unknown: /^[A-Za-z0-9][A-Za-z0-9:_.+/=@~-]{15,127}$/,
}

/**
 * Returns a transaction's id in its chain's own form, letters as that chain writes them; null where it is none of that
 * chain. Where nobody said which chain it is (null), any form will do.
 */
export function transactionIdOn(
  chainId: number | null,
  text: unknown,
  recorded?: ReceiverForm,
): string | null {
  if (typeof text !== 'string' || text.length > 128) return null
  if (chainId === null) return idOfAnyForm(text)
  const form = receiverForm(chainId, recorded)
  if (form === 'evm') return isHash(text) ? lowerHex(text) : null
  const plain = form === 'tron' || form === 'stellar' ? text.toLowerCase().replace(/^0x/, '') : text
  return otherForms[form].test(plain) ? plain : null
}

function idOfAnyForm(text: string): string | null {
  if (isHash(text)) return lowerHex(text)
  if (/^0x/i.test(text)) return null
  return Object.values(otherForms).some((form) => form.test(text)) ? text : null
}
