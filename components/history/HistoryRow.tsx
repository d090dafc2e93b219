import { contradiction, type HistoryEntry } from '../../lib/history/history-entry.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import { statusNames } from '../../lib/service/status-codes.ts'
import { stateLabel } from '../order/order-label.ts'
import { minuteText, moneyOf } from '../parts/format.ts'
import { TokenIcon } from '../parts/Picture.tsx'
import { t } from '../parts/text.ts'

/** Shows one line of the history: from, to, state, time, and who knows of it where that is not Ferry alone. */
export function HistoryRow({ app, entry }: { app: AppModel; entry: HistoryEntry }) {
  const { inputToken, outputToken, orderId, key } = entry
  const { tone, text } = stateLabel(entry, entry.phase)
  const chainId = outputToken?.chainId ?? inputToken?.chainId ?? null
  const chain = app.start.chainName(chainId)
  const other = contradiction(entry)
  return (
    <button
      type="button"
      class="order-row"
      data-testid={orderId === null ? `past-row-${entry.requestHash}` : `order-row-${orderId}`}
      data-state={entry.state}
      onClick={() => app.go(orderId === null ? { name: 'past', key } : { name: 'order', orderId })}
    >
      <span class="pair">
        {inputToken !== null && <TokenIcon token={inputToken} size={24} />}
        {outputToken !== null && <TokenIcon token={outputToken} size={24} />}
      </span>
      <span class="order-row-words numbers">
        <span>
          {sentText(entry)} → {receivedText(entry)}
        </span>
        <span class="faint">
          {[
            ...(chainId === null ? [] : [t('onChain', { chain })]),
            ...(entry.atMs === 0 ? [] : [minuteText(entry.atMs)]),
            ...(orderId === null ? [t('fromService')] : []),
          ].join(' · ')}
        </span>
        {other !== null && (
          <span class="warning-words">{t('serviceContradicts', { status: statusNames[other] })}</span>
        )}
      </span>
      <span class={`state ${tone}`}>{text}</span>
    </button>
  )
}

function sentText({ inputToken, inputAmount }: HistoryEntry): string {
  if (inputToken === null) return t('unknown')
  return inputAmount === null ? inputToken.symbol : moneyOf(inputAmount, inputToken)
}

/** What arrived, or is to arrive; of a swap that delivered nothing the token alone. */
function receivedText(entry: HistoryEntry): string {
  const { outputToken, fulfilledAmount, minAmountOut, promisedAmount, phase } = entry
  if (outputToken === null) return t('unknown')
  if (['failed', 'refunded', 'cancelled', 'stopped', 'unused'].includes(phase)) return outputToken.symbol
  const amount = fulfilledAmount ?? (phase === 'done' ? minAmountOut : (promisedAmount ?? minAmountOut))
  return amount === null ? outputToken.symbol : moneyOf(amount, outputToken)
}
