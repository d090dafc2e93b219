import { formatExactMoney } from '../base/money-text.ts'
import { createText, createVariableText, type Text } from '../base/text.ts'
import { minuteMs } from '../base/time.ts'
import { computeNativeFeeUnits } from '../quote/route-summary.ts'
import type { OrderKind } from '../quote/terms.ts'
import type { OpenRequest } from '../wallet/port.ts'
import { chainPromptOf } from '../wallet/wallet-capabilities.ts'
import type { DescriptionContext, Note, OrderAction } from './description.ts'
import { hasExitRequest } from './exits/exit-rules.ts'
import type { WalletPurpose } from './order.ts'
import { canRetryApproval, walletOf } from './order-facts.ts'
import type { OrderView } from './order-view.ts'

/** After this time without an answer the text says more, and a retry is offered. */
const silentMs = minuteMs

/** `starting` and `checking`: the wallet shows nothing to confirm. */
type Stage = 'starting' | 'checking' | 'open' | 'silent'

export function describeWalletRequest(order: OrderView, context: DescriptionContext) {
  const { walletRequest, state } = order
  const wallet = walletOf(order)
  const named = { wallet: wallet?.name || undefined }
  const openRequest = openRequestOf(order, context)
  const purpose = walletRequest?.purpose ?? impliedPurpose(state)
  const stage = stageOf(order, context)
  const isPage = (wallet?.connector ?? 'page') === 'page'
  const canRetry = stage === 'silent' && (canRetryApproval(order) || state === 'sign_requested')
  // For an exit, or a transaction that may already be sent, only the waiting can be stopped.
  const stop = hasExitRequest(order) || state === 'send_requested' ? 'stopWaiting' : 'stop'
  const actions: readonly OrderAction[] = [
    ...(isPage ? (['showWallet'] as const) : []),
    ...(canRetry ? (['retry'] as const) : []),
    stop,
  ]
  const shared = { purpose, stage, actions }
  if (stage === 'checking') {
    const body = [createVariableText('checkingText', named)]
    return { ...shared, title: createVariableText('checkingTitle', named), body, notes: [] }
  }
  if (stage === 'starting') {
    const body = [createVariableText('wakingText', named)]
    return { ...shared, title: createText('wakingTitle'), body, notes: [] }
  }
  const silent: Note = {
    name: 'waiting-silent',
    isWarning: true,
    texts: [createText('waitingSilent'), createText(silenceKey(order))],
  }
  return {
    ...shared,
    title: createVariableText('waitingTitle', named),
    body: requestBody(order, purpose, openRequest, context),
    notes: stage === 'silent' ? [silent] : [],
  }
}

/** Returns whether the wallet shows a request that the person has to answer. Otherwise they only wait. */
export function isAtWallet(order: OrderView, context: DescriptionContext): boolean {
  const stage = stageOf(order, context)
  return order.walletRequest !== null && (stage === 'open' || stage === 'silent')
}

function stageOf(order: OrderView, context: DescriptionContext): Stage {
  const { walletRequest } = order
  const openRequest = openRequestOf(order, context)
  if (openRequest?.isChecking === true) return 'checking'
  if (walletRequest !== null && context.wakingRequestId === walletRequest.requestId) return 'starting'
  // The request may have waited in Ferry for a sleeping wallet or an earlier prompt. Count from the moment it
  // was sent to the wallet.
  const sinceMs = openRequest?.requestedMs ?? walletRequest?.requestedMs
  return sinceMs !== undefined && context.nowMs - sinceMs > silentMs ? 'silent' : 'open'
}

function requestBody(
  order: OrderView,
  purpose: WalletPurpose,
  openRequest: OpenRequest | undefined,
  context: DescriptionContext,
): readonly Text[] {
  const { walletRequest, reviewed, kind } = order
  const { request, inputToken } = reviewed
  const chainPrompt = chainPromptOf(openRequest?.method)
  if (chainPrompt !== null)
    return [createText(`waiting_${chainPrompt}`, { chain: context.chainName(request.originChainId) })]
  const extra = computeNativeFeeUnits(request, { value: walletRequest?.nativeUnits ?? '0' })
  const coin = { symbol: context.coinSymbol(request.originChainId), decimals: 18 }
  const isAllowing = purpose === 'approve' || purpose === 'sendCalls'
  const units = isAllowing ? walletRequest?.amountUnits : null
  const amount = formatExactMoney(units ?? request.inputAmount, inputToken)
  const facts = { amount, symbol: inputToken.symbol, spender: spenderText(kind) }
  return [
    createText(`waiting_${purpose}`, facts),
    ...(extra > 0n ? [createText('waitingOnTop', { amount: formatExactMoney(extra.toString(), coin) })] : []),
  ]
}

/** Returns the request that the wallet currently has for this order. Undefined before it is sent. */
export function openRequestOf({ walletRequest }: OrderView, { openRequests }: DescriptionContext) {
  return openRequests.find(({ requestId }) => requestId === walletRequest?.requestId)
}

/** Returns the purpose that a state implies before its request exists. */
function impliedPurpose(state: OrderView['state']): WalletPurpose {
  if (state === 'approve_requested') return 'approve'
  return state === 'send_requested' ? 'send' : 'sign'
}

function silenceKey(order: OrderView) {
  if (hasExitRequest(order)) return 'silentExit'
  if (order.state === 'approve_requested') return 'silentApproval'
  return order.state === 'sign_requested' ? 'silentSignature' : 'silentSend'
}

const contractKeys = {
  signed: 'contract_Permit2',
  native: 'contract_inbox',
  inbox: 'contract_inbox',
  manual: 'contract_gateway',
  deposit: 'contract_deposit',
} as const satisfies { readonly [kind in OrderKind]: string }

export function spenderText(kind: OrderKind): Text {
  return createText(contractKeys[kind])
}
