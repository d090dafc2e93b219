import { describeDuration } from '../../lib/base/duration-text.ts'
import { addressLink } from '../../lib/base/explorer-link.ts'
import { formatExactMoney } from '../../lib/base/money-text.ts'
import type { ProblemCode } from '../../lib/base/problem-codes.ts'
import type { ProblemData } from '../../lib/base/problem-shape.ts'
import type { KeyWithoutFacts } from '../../lib/base/text.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import { spenderText } from '../../lib/order/describe-wallet-request.ts'
import type { DescriptionContext } from '../../lib/order/description.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import type { OrderKind } from '../../lib/quote/terms.ts'
import { unlimitedUnits } from '../../lib/review/approval-plan.ts'
import type { Token } from '../../lib/service/token.ts'
import { aboutCostOf } from '../parts/amount-text.ts'
import { t, tWithFacts, writeText } from '../parts/text.ts'

/** What the app knows in addition to an order, for its description. */
export function descriptionContextOf(
  { start, nowMs }: AppModel,
  { usualSeconds = null, allowance = null, isDepositSent = false }: Partial<DescriptionContext> = {},
): DescriptionContext {
  return {
    nowMs: nowMs.value,
    chainName: start.chainName,
    coinSymbol: (chainId) => start.chainOf(chainId)?.currency.symbol ?? '',
    isChainRead: (chainId) => start.chainOf(chainId)?.isConfigured !== false,
    willNotify: start.willNotify,
    hasSupportPage: (start.view.value?.supportUrl ?? null) !== null,
    accountLink: ({ chainId, address }) => addressLink(start.chainOf(chainId), address),
    openRequests: start.openRequests.value,
    wakingRequestId: start.waking.value,
    usualSeconds,
    allowance,
    isDepositSent,
  }
}

/**
 * The next step when an exit failed. The default texts do not fit: an exit has no amount, route or quote to
 * change.
 */
const exitNextKeys: { readonly [code in ProblemCode]?: KeyWithoutFacts } = {
  gasTooLow: 'exitNext_gas',
  wouldFail: 'exitNext_later',
  notSimulated: 'exitNext_later',
  notAllowed: 'exitNext_later',
  walletRejected: 'exitNext_again',
  takesMore: 'exitNext_support',
  paysLess: 'exitNext_support',
}

function exitNextStep({ code }: ProblemData, symbol: string | undefined): string | undefined {
  const key = exitNextKeys[code]
  return key === undefined ? undefined : tWithFacts(key, { symbol })
}

/** The texts of a failed exit that replace those of its problem. */
export function exitProblemTexts({ start }: AppModel, { reviewed }: OrderView, problem: ProblemData) {
  const chain = start.chainOf(reviewed.request.originChainId)
  const symbol = chain?.currency.symbol
  if (problem.code !== 'gasTooLow' || chain === undefined || symbol === undefined)
    return { whatHappened: undefined, whatToDo: exitNextStep(problem, symbol) }
  const { units } = problem.facts
  return {
    whatHappened: t('exitGasTooLow', { symbol, chain: chain.name }),
    whatToDo:
      units === undefined
        ? exitNextStep(problem, symbol)
        : t('exitNext_gasAmount', { amount: aboutCostOf(units, chain.currency), symbol }),
  }
}

export function timeSpanText(seconds: number): string {
  return writeText(describeDuration(seconds))
}

/** Returns the name of the contract that takes the input of an order of this kind. */
export function spenderName(kind: OrderKind): string {
  return writeText(spenderText(kind))
}

/** Returns an allowance as text. `units` is in the smallest unit; null means unlimited. */
export function allowanceText(units: string | null, token: Pick<Token, 'symbol' | 'decimals'>): string {
  const isUnlimited = units === null || BigInt(units) >= unlimitedUnits
  return isUnlimited ? t('allowanceUnlimited', { symbol: token.symbol }) : formatExactMoney(units, token)
}
