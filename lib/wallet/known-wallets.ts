import type { WalletRef } from './account.ts'

/** What a wallet's window is about, as its own words tell it apart. */
export type AskedKind =
  | 'connect'
  | 'addChain'
  | 'useChain'
  | 'approve'
  | 'revoke'
  | 'sign'
  | 'send'
  | 'transfer'

type Words = { readonly [Kind in AskedKind]?: string }

/**
 * What wallets write above their questions in English, read from their published sources (`README.md` names them). A
 * wallet that changed its words or speaks another language shows others: these are told as a hint, never relied on.
 */
const words = {
  metaMask: {
    connect: 'Connect this website',
    addChain: 'Add network',
    useChain: 'Use this network',
    approve: 'Spending cap request',
    revoke: 'Remove permission',
    sign: 'Signature request',
    send: 'Transaction request',
  },
  rabby: {
    connect: 'Connect to Dapp',
    addChain: 'Add Custom Network to Rabby',
    approve: 'Token Approval',
    revoke: 'Revoke Token Approval',
    sign: 'Sign Typed Data',
    send: 'Contract Call',
    transfer: 'Send Token',
  },
  frame: {
    connect: 'Account Access',
    addChain: 'Add Chain',
    useChain: 'Switch Chain',
    approve: 'Token Approval',
    sign: 'Sign Data',
  },
  rainbow: {
    sign: 'Message Signing Request',
    approve: 'Transaction Request',
    revoke: 'Transaction Request',
    send: 'Transaction Request',
    transfer: 'Transaction Request',
  },
} as const satisfies { readonly [wallet: string]: Words }

/** By EIP-6963 `rdns`, extension id or endpoint: names that each wallet gives itself, which prove nothing. */
const known: { readonly [id: string]: Words } = {
  'io.metamask': words.metaMask,
  'io.metamask.flask': words.metaMask,
  nkbihfbeogaeaoehlefnkodbefgpgknn: words.metaMask,
  pbbkamfgmaedccnfkmjcofcecjhfgldn: words.metaMask,
  ljfoeinjpaedjfecbmggjgodbgkmjkjk: words.metaMask,
  ejbalbakoplchlghecdalmeeeajnimhm: words.metaMask,
  'webextension@metamask.io': words.metaMask,
  'webextension-beta@metamask.io': words.metaMask,
  'webextension-flask@metamask.io': words.metaMask,
  'io.rabby': words.rabby,
  'sh.frame': words.frame,
  'ws://127.0.0.1:1248': words.frame,
  'me.rainbow': words.rainbow,
}

/** What a wallet writes above such a question; null for one that is not known, or has no heading for it. */
export function walletWords({ id }: Pick<WalletRef, 'id'>, kind: AskedKind): string | null {
  return (Object.hasOwn(known, id) && known[id]?.[kind]) || null
}

/**
 * Returns what a wallet takes a request for. A deposit is a plain transfer, which no wallet calls what it calls a contract's
 * transaction; whatever else is sent is to a wallet a transaction like any other.
 */
export function askedKind(purpose: string, orderKind: string | null): AskedKind {
  if (purpose === 'approve' || purpose === 'sign') return purpose
  if (purpose === 'resetApproval' || purpose === 'revoke') return 'revoke'
  return purpose === 'send' && orderKind === 'deposit' ? 'transfer' : 'send'
}

const programs = new Map([['ws://127.0.0.1:1248', 'Frame']])

/** Whose door an endpoint of this computer is, before anybody may knock; null where nobody is known for it. */
export function programName(endpoint: string): string | null {
  return programs.get(endpoint) ?? null
}
