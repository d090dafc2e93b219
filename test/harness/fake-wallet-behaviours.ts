import type { WalletFailure } from '../../lib/wallet/port.ts'

/**
 * How the wallet answers a request. `yes` approves it.
 * Answers:
 * - `twice`: approves, and answers twice.
 * - `late`: approves and answers after `lateMs`.
 * - `silent`: never answers by itself.
 * - `deaf`: approves, and its answer is lost.
 * - `gone`: answers `lost`; it never received the request.
 * - `unreached`: it could not be reached.
 * - `noChain`: it could not be reached, since it is not on the chain.
 * - `unclear`: approves and answers -32603.
 * - `garbage`: answers something that is not a hash.
 * Prompts:
 * - `before`: shows it only after it started, was unlocked or changed the chain.
 * - `hidden`: shows it, or a prompt for the chain, only to a person who opens the wallet.
 * - `kept`: its connection ended; approves after `lateMs`, and no answer arrives.
 * - `withNext`: the same, but approves with the next request.
 * Results:
 * - `lower`: approves at most 5 units of an allowance; `lowerDeaf`: the same, and its answer is lost.
 * - `oldV`: a signature that ends in 00 or 01.
 * - `stranger`: the signature or transaction of another account.
 * - `relayed`: another account's transaction carries the call of a contract account.
 * - `queued`: answers an id of its own; the owners agree two minutes later.
 * - `unsent`: answers the hash of a transaction that it never sends, or takes calls that it never carries out, as a Safe whose owners
 *   do not agree.
 */
export type FakeWalletBehaviour =
  | 'yes'
  | Rejection
  | 'silent'
  | 'twice'
  | 'deaf'
  | 'gone'
  | 'unclear'
  | 'unreached'
  | 'garbage'
  | 'stranger'
  | 'oldV'
  | 'relayed'
  | 'queued'
  | 'hidden'
  | 'late'
  | 'kept'
  | 'withNext'
  | 'noChain'
  | 'before'
  | 'lower'
  | 'lowerDeaf'
  | 'unsent'

/**
 * The failures of a wallet that refuses without a prompt, or whose person rejected.
 * - `noCalls`: it cannot run several calls as one.
 * - `invalid`: it does not read the parameters of several calls.
 * - `busy`: another request is open.
 * - `locked`: it waits for its password.
 * - `errs`: its device failed, with a code that nodes use as well.
 * - `refusedBefore`: the person rejected a prompt before the request, such as the one for the chain.
 */
export const rejections = {
  reject: { code: 4001, message: 'User rejected the request.' },
  noCalls: { code: 5760, message: 'Atomicity not supported' },
  invalid: { code: -32602, message: 'Invalid params' },
  busy: { code: -32002, message: 'Request already pending.' },
  errs: { code: -32603, message: 'Ledger: blind signing is off' },
  locked: { code: 4100, message: 'The wallet is locked' },
  refusedBefore: { code: 4001, message: 'User rejected the request.', failedBeforeRequest: true },
} as const satisfies { readonly [behaviour: string]: WalletFailure }

type Rejection = keyof typeof rejections

export const isRejection = (behaviour: FakeWalletBehaviour): behaviour is Rejection => behaviour in rejections
