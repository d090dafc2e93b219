import { isolated } from '../../lib/base/isolate.ts'
import { exactMoneyOf } from '../../lib/base/money-text.ts'
import { secondMs } from '../../lib/base/time.ts'
import { arrivedUnits, type HistoryEntry } from '../../lib/history/history-entry.ts'
import type { PastEntryView } from '../../lib/history/history-messages.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { HistoryLeg } from '../../lib/service/history.ts'
import { codeOfName, statusNames } from '../../lib/service/status-codes.ts'
import { CopyButton } from '../parts/CopyButton.tsx'
import { dollars, durationText, momentText } from '../parts/format.ts'
import { Icon } from '../parts/Icon.tsx'
import { IdFact, TransactionLink } from '../parts/IdFact.tsx'
import { ScreenHeader } from '../parts/ScreenHeader.tsx'
import { type PlainKey, t } from '../parts/text.ts'

/** Shows a request that Ferry did not make, as the service reports it. Nothing here was verified on chain. */
export function ServiceRequestScreen({ app, past }: { app: AppModel; past: PastEntryView }) {
  const { entry, again } = past
  const { inputToken, outputToken, inputAmount, item } = entry
  const { chainName } = app.start
  const sent =
    inputToken === null || inputAmount === null ? t('unknown') : exactMoneyOf(inputAmount, inputToken)
  const title = t('orderTitle', { amount: sent, chain: chainName(outputToken?.chainId) })
  const { statusCode } = entry
  return (
    <div class="screen" data-testid="past-screen" data-status={statusCode ?? ''}>
      <ScreenHeader title={title} onBack={app.back} />
      <main class="scroll">
        <section class="result quiet">
          <h2>{t(statusCode === null ? 'pastNoOutcome' : `status_${statusCode}`)}</h2>
          <p class="evidence" data-testid="evidence" data-verified={false}>
            <Icon name="history" />
            {t('pastReported', { time: item === null ? '' : momentText(item.readMs) })}
          </p>
        </section>
        <dl class="facts card">
          <PastLegs entry={entry} />
          {inputToken !== null && <Fact name={t('pastFrom')} value={chainName(inputToken.chainId)} />}
          {outputToken !== null && <Fact name={t('pastTo')} value={chainName(outputToken.chainId)} />}
          {entry.tookSeconds !== null && <Fact name={t('took')} value={durationText(entry.tookSeconds)} />}
          {entry.atMs !== 0 && <Fact name={t('started')} value={momentText(entry.atMs)} />}
          <IdFact name={t('receivedBy')} value={entry.receiver} />
          <PastTransactions app={app} entry={entry} />
        </dl>
        <details class="card more">
          <summary data-testid="past-details">{t('technicalDetails')}</summary>
          <dl class="facts">
            <Fact name={t('serviceStatus')} value={saidStatus(entry)} />
            {item !== null && <Fact name={t('requestType')} value={item.requestType} />}
            <IdFact name={t('pastSender')} value={entry.sender} />
            <IdFact name={t('requestHash')} value={entry.requestHash} />
          </dl>
        </details>
      </main>
      {again !== null && (
        <footer class="foot-bar">
          <button type="button" class="secondary" data-testid="do-again" onClick={() => app.doAgain(again)}>
            {t('doAgain')}
          </button>
        </footer>
      )}
    </div>
  )
}

/** Shows the transactions that the service reports, each with an explorer link and the reported time. */
function PastTransactions({ app, entry }: { app: AppModel; entry: HistoryEntry }) {
  return (
    <>
      <Hash
        app={app}
        name={t('sourceTransaction')}
        chainId={entry.inputToken?.chainId}
        hash={entry.sourceTransactionHash}
        seconds={entry.item?.sourceSeconds}
      />
      <Hash
        app={app}
        name={t('destinationTransaction')}
        chainId={entry.outputToken?.chainId}
        hash={entry.destinationTransactionHash}
        seconds={entry.item?.destinationSeconds}
      />
      <Hash
        app={app}
        name={t('refundTransaction')}
        chainId={entry.refundChainId ?? entry.inputToken?.chainId}
        hash={entry.refundTransactionHash}
      />
    </>
  )
}

/**
 * Returns the service's name of the status. Adds the code if there is no name or the name means something else.
 */
function saidStatus({ statusCode, item }: HistoryEntry): string {
  const name = item?.statusName ?? null
  if (name !== null) {
    const isOwnCode = statusCode !== null && codeOfName(name) !== statusCode
    return isOwnCode ? `${statusCode} ${isolated(name)}` : isolated(name)
  }
  return statusCode === null ? t('serviceStatusNone') : `${statusCode} ${isolated(statusNames[statusCode])}`
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </div>
  )
}

function Hash({
  app,
  name,
  chainId,
  hash,
  seconds = null,
}: {
  app: AppModel
  name: string
  chainId: number | undefined
  hash: string | null
  seconds?: number | null | undefined
}) {
  const isLinked = hash !== null && chainId !== undefined
  if (!isLinked && seconds === null) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {isLinked && (
          <>
            <TransactionLink app={app} chainId={chainId} hash={hash} />
            <CopyButton label={t('copyNamed', { name })} read={() => hash} />
          </>
        )}
        {isLinked && seconds !== null && ' · '}
        {seconds !== null && <span class="faint numbers">{momentText(seconds * secondMs)}</span>}
      </dd>
    </div>
  )
}

interface Row {
  readonly name: PlainKey
  readonly value: string
  readonly figures: readonly string[]
}

/** Shows every token sent, passed through and received, each with the service's dollar value. */
export function PastLegs({ entry }: { entry: HistoryEntry }) {
  return (
    <>
      {rowsOf(entry).map(({ name, value, figures }, index) => (
        <div key={`${name} ${index}`}>
          <dt>{t(name)}</dt>
          <dd>
            {value}
            {figures.length > 0 && <span class="faint"> · {figures.join(' · ')}</span>}
          </dd>
        </div>
      ))}
    </>
  )
}

function rowsOf({ item, statusCode }: HistoryEntry): readonly Row[] {
  const inputs = (item?.input ?? []).map((leg, index) =>
    rowOf(index === 0 ? 'sent' : 'sentToo', leg, leg.amount),
  )
  const between = (item?.onTheWay ?? []).map((leg) => rowOf('pastThrough', leg, leg.amount))
  const outputs = (item?.output ?? []).flatMap((leg, index) => [
    ...(leg.minAmountOut === null ? [] : [leastRow(leg, leg.minAmountOut)]),
    rowOf(index === 0 ? 'received' : 'receivedToo', leg, arrivedUnits(statusCode, leg)),
  ])
  return [
    ...(inputs.length === 0 ? [{ name: 'sent', value: t('unknown'), figures: [] } as const] : inputs),
    ...between,
    ...outputs,
  ]
}

/** One token row with its dollar value and unit price; without figures if nothing moved. */
function rowOf(
  name: 'sent' | 'sentToo' | 'pastThrough' | 'received' | 'receivedToo',
  leg: HistoryLeg,
  units: string | null,
): Row {
  if (units === null) {
    const isAwaited = name === 'received' || name === 'receivedToo'
    const value = isAwaited ? t('notYet') : t('amountUnknown', { symbol: leg.token.symbol })
    return { name, value, figures: [] }
  }
  const price = inUsd(leg.priceInUsd).map((one) => t('priceEach', { price: one }))
  return { name, value: exactMoneyOf(units, leg.token), figures: [...inUsd(leg.valueInUsd), ...price] }
}

function leastRow(leg: HistoryLeg, units: string): Row {
  return { name: 'least', value: exactMoneyOf(units, leg.token), figures: inUsd(leg.minValueInUsd) }
}

function inUsd(value: string | null): readonly string[] {
  return value === null ? [] : [dollars(value)]
}
