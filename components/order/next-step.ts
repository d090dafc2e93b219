import type { FundsLocation, ProblemCode, ProblemData } from '../../lib/base/problem.ts'
import { orderPhase } from '../../lib/order/order-state.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { type PlainKey, t } from '../parts/text.ts'

/** What to do about an end that is not the last word, by where the money is; anywhere else a new swap may be started. */
const byPlace: { readonly [place in FundsLocation]?: PlainKey } = {
  atOrigin: 'next_refund',
  onItsWay: 'next_refund',
  signatureLives: 'next_signature',
  signatureUsed: 'next_delivery',
  unknown: 'next_unknown',
}

/** What to do about a way out that could not be gone: it has no amount, no route and no quote to change. */
const ofExit: { readonly [code in ProblemCode]?: PlainKey } = {
  gasTooLow: 'exitNext_gas',
  wouldFail: 'exitNext_later',
  notSimulated: 'exitNext_later',
  notAllowed: 'exitNext_later',
  walletRejected: 'exitNext_again',
  takesMore: 'exitNext_support',
  takesOther: 'exitNext_support',
  lendsMore: 'exitNext_support',
  paysLess: 'exitNext_support',
}

/** Returns what to do next where the state of a swap says more than its problem's code; undefined where it does not. */
export function nextStep(order: OrderView, problem: ProblemData): string | undefined {
  switch (orderPhase(order)) {
    case 'stopped':
    case 'unused':
    case 'cancelled':
      return t('next_newSwap')
    case 'failed':
      return t(byPlace[problem.money] ?? 'next_newSwap')
    case 'needsUser':
      return order.restored === true ? t('problem_orderRestored_next') : undefined
    default:
      return undefined
  }
}

/** Returns what to do next about a withdrawal, a cancellation or a revocation that could not be asked for. */
export function exitNextStep({ code }: ProblemData): string | undefined {
  const key = ofExit[code]
  return key === undefined ? undefined : t(key)
}

/** Returns whether an end leaves nothing to wait for before another swap. */
export function isSettled(order: OrderView): boolean {
  return orderPhase(order) !== 'failed' || byPlace[order.problem?.money ?? 'unknown'] === undefined
}
