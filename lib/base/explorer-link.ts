import { isAddress, isHash, lowerHex, type ReceiverForm, receiverForm } from './hex.ts'

/** What is known of a chain's explorers. */
export interface ExplorerChain {
  readonly chainId: number
  /** In the deployment file. */
  readonly isConfigured: boolean
  /** Of the deployment file. */
  readonly explorerUrl: string | null
  /** As the service's list names them, those that `soundExplorer` takes; absent in lists kept before there were any. */
  readonly explorers?: readonly string[]
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
 * Returns the base address of an explorer that the service names, so that a path can be put behind it; null for one
 * that is no plain https address of a public host: with a user, a port, a query, a fragment, or signs that mean
 * something in a path.
 */
export function soundExplorer(text: string): string | null {
  if (text.length > longestBase || !/^https:\/\/[\x21-\x7e]+$/.test(text) || /[?#\\%@]/.test(text))
    return null
  const url = URL.parse(text)
  if (url === null || url.port !== '' || url.username !== '') return null
  const { hostname } = url
  const isPublic = hostname.length <= longestHost && publicHost.test(hostname) && !/(^|\.)xn--/.test(hostname)
  if (!isPublic || !/^[A-Za-z0-9._~/-]*$/.test(url.pathname) || url.pathname.includes('//')) return null
  return url.origin + url.pathname.replace(/\/$/, '')
}

/** Returns a transaction in its chain's explorer; null where none is known, or the id is none of that chain's. */
export function transactionLink(chain: ExplorerChain | undefined, id: string): ExplorerLink | null {
  const isId = chain !== undefined && transactionIdOn(chain.chainId, id) !== null
  return isId ? linkTo(chain, `/tx/${id}`) : null
}

/**
 * Returns an account or contract in its chain's explorer; null where none is known, or it is no address of that chain.
 */
export function addressLink(chain: ExplorerChain | undefined, address: string): ExplorerLink | null {
  const isOne = isEvm(chain) ? isAddress(address) : /^[A-Za-z0-9]{20,128}$/.test(address)
  return isOne ? linkTo(chain, `/address/${address}`) : null
}

function isEvm(chain: ExplorerChain | undefined): boolean {
  return chain === undefined || receiverForm(chain.chainId) === 'evm'
}

/** A chain of the deployment file has the file's explorer or none, whatever the service says. */
function linkTo(chain: ExplorerChain | undefined, path: string): ExplorerLink | null {
  if (chain === undefined) return null
  if (chain.isConfigured)
    return chain.explorerUrl === null ? null : { url: chain.explorerUrl + path, toldHost: null }
  const [base] = chain.explorers ?? []
  return base === undefined ? null : { url: base + path, toldHost: new URL(base).host }
}

const base58 = '[1-9A-HJ-NP-Za-km-z]'

/** What transaction ids of chains that are not Ethereum's look like: signatures, digests, hashes without `0x`. */
const otherForms: { readonly [form in Exclude<ReceiverForm, 'evm'>]: RegExp } = {
  solana: new RegExp(`^${base58}{64,88}$`),
  sui: new RegExp(`^${base58}{32,44}$`),
  tron: /^[0-9a-f]{64}$/,
  stellar: /^[0-9a-f]{64}$/,
}

/**
 * Returns a transaction's id in its chain's own form, letters as that chain writes them; null where it is none of that
 * chain. Where nobody said which chain it is (null), any form will do.
 */
export function transactionIdOn(chainId: number | null, text: unknown): string | null {
  if (typeof text !== 'string' || text.length > 128) return null
  if (chainId === null) return idOfAnyForm(text)
  const form = receiverForm(chainId)
  if (form === 'evm') return isHash(text) ? lowerHex(text) : null
  const plain = form === 'tron' || form === 'stellar' ? text.toLowerCase().replace(/^0x/, '') : text
  return otherForms[form].test(plain) ? plain : null
}

function idOfAnyForm(text: string): string | null {
  if (isHash(text)) return lowerHex(text)
  return Object.values(otherForms).some((form) => form.test(text)) ? text : null
}
