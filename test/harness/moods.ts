import type { WalletFailure } from '../../lib/wallet/port.ts'

/**
 * How the wallet treats a request. `silent` never answers by itself, `deaf` does it and its answer is lost on the way,
 * `gone` never saw it and nobody can know, `unclear` does it and answers -32603, `unreached` was never asked, `oldV` ends
 * its signature in 00 or 01. A contract account is `relayed` when another's transaction carries its call, `queued` when
 * it answers with a name of its own and its owners agree two minutes later. `noCalls` takes no several calls as one.
 * `hidden` shows it, or a question for the chain before it, only to whoever looks. `late` does it, and says so, after
 * `lateMs`. `kept` was cut off under it, and does it as late, `beside` when it is asked the next: nobody hears. `busy` has the
 * question of somebody else open, `locked` its password's; at `noChain` the person keeps it off the chain. `before` it is put the
 * wallet wakes, or asks for its password or the chain; `refusedBefore` the person said no to that. `lower` approves 5 units alone of
 * whatever it is asked to approve, and says so; nobody hears of that of `lowerDeaf`. `unsent`
 * names a transaction that it never sends.
 */
export type Mood =
  | 'yes'
  | Refusal
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
  | 'beside'
  | 'noChain'
  | 'before'
  | 'lower'
  | 'lowerDeaf'
  | 'unsent'

/** What it says where it did not put the question, or the person declined. */
export const refusals = {
  reject: { code: 4001, message: 'User rejected the request.' },
  noCalls: { code: 5760, message: 'Atomicity not supported' },
  busy: { code: -32002, message: 'Request already pending.' },
  locked: { code: 4100, message: 'The wallet is locked' },
  refusedBefore: { code: 4001, message: 'User rejected the request.', isBefore: true },
} as const satisfies { readonly [mood: string]: WalletFailure }

type Refusal = keyof typeof refusals

export const isRefusal = (mood: Mood): mood is Refusal => mood in refusals
