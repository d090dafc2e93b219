import { isolateDirection, keepOrder } from '../../lib/base/isolate.ts'
import { formatExactMoney } from '../../lib/base/money-text.ts'
import type { KeyWithoutFacts } from '../../lib/base/text.ts'
import { secondMs } from '../../lib/base/time.ts'
import { momentText } from '../../lib/base/time-text.ts'
import type { HistoryEntry } from '../../lib/history/entry-shape.ts'
import { deliveredUnits } from '../../lib/history/history-entry.ts'
import type { PastEntryView } from '../../lib/history/history-messages.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import { repeatSwap } from '../../lib/models/repeat-swap.ts'
import { describePair } from '../../lib/order/describe-pair.ts'
import type { HistoryLeg } from '../../lib/service/history.ts'
import { codeOfName, statusNames } from '../../lib/service/status-codes.ts'
import { gainOf } from '../parts/amount-text.ts'
import { Button } from '../parts/Button.tsx'
import { CopyButton } from '../parts/CopyButton.tsx'
import { durationText } from '../parts/cost-text.ts'
import { formatDollars } from '../parts/format.ts'
import { Icon } from '../parts/Icon.tsx'
import { Fact, IdFact, TextFact, TransactionLink } from '../parts/IdFact.tsx'
import { TokenIcon } from '../parts/Picture.tsx'
import { ScreenHeader } from '../parts/ScreenHeader.tsx'
import { t, writeFact } from '../parts/text.ts'

/** Shows a request that Ferry did not make, as the service reports it. Nothing here was verified on chain. */
export function ServiceRequestScreen({ app, past }: { app: AppModel; past: PastEntryView }) {
  const { entry, repeatRequest } = past
  const { atMs, deliverySeconds: seconds, inputToken, outputToken, item, statusCode } = entry
  const { chainName } = app.start
  return (
    <div class="screen" data-testid="past-screen" data-status={statusCode ?? ''}>
      <ScreenHeader title={writeFact(describePair(entry, app.start))} onBack={app.back} />
      <main class="scroll">
        <section class="stack loose center" data-tone="warning">
          <Outcome app={app} entry={entry} />
          <p class="evidence small faint" data-testid="evidence" data-verified={false}>
            <Icon name="history" />
            {t('pastReported', { time: item === null ? '' : momentText(item.readMs, Date.now()) })}
          </p>
        </section>
        <dl class="facts card">
          <ServiceLegs entry={entry} />
          <TextFact name={t('took')} text={seconds === null ? null : durationText(seconds)} />
          <TextFact name={t('started')} text={atMs === 0 ? null : momentText(atMs, Date.now())} />
        </dl>
        <dl class="facts card">
          <TextFact name={t('pastFrom')} text={inputToken && chainName(inputToken.chainId)} />
          <TextFact name={t('pastTo')} text={outputToken && chainName(outputToken.chainId)} />
          <IdFact name={t('receivedBy')} value={entry.receiver} />
          <ServiceTransactions app={app} entry={entry} />
        </dl>
        <details class="card more">
          <summary data-testid="past-details">{t('technicalDetails')}</summary>
          <dl class="facts">
            <TextFact name={t('serviceStatus')} text={reportedStatusText(entry)} />
            <TextFact name={t('requestType')} text={item?.requestType ?? null} />
            <IdFact name={t('pastSender')} value={entry.sender} />
            <IdFact name={t('requestHash')} value={entry.requestHash} />
          </dl>
        </details>
      </main>
      {repeatRequest !== null && (
        <footer class="foot-bar">
          <Button look="secondary" testId="do-again" onPress={() => repeatSwap(app, repeatRequest)}>
            {t('doAgain')}
          </Button>
        </footer>
      )}
    </div>
  )
}

/** What arrived, like the receipt of a swap that Ferry made. Without one amount, only the status. */
function Outcome({ app, entry: { item, statusCode } }: { app: AppModel; entry: HistoryEntry }) {
  const status = t(statusCode === null ? 'pastNoOutcome' : `status_${statusCode}`)
  const [leg, ...others] = item?.output ?? []
  const units = deliveredUnits(statusCode, leg)
  if (leg === undefined || others.length > 0 || units === null) return <h2 class="big">{status}</h2>
  const { token, valueInUsd } = leg
  return (
    <>
      <span class="receipt-token" aria-hidden="true">
        <TokenIcon token={token} size={64} />
      </span>
      <h2>
        {status}{' '}
        <b class="result-figure numbers">
          {gainOf(units, token)} <bdi>{token.symbol}</bdi>
        </b>
      </h2>
      <p class="line tight wrap faint numbers">
        <span>{t('onChain', { chain: app.start.chainName(token.chainId) })}</span>
        {valueInUsd !== null && (
          <>
            <span aria-hidden="true">·</span>
            <span>{formatDollars(valueInUsd)}</span>
          </>
        )}
      </p>
    </>
  )
}

/** Each transaction with its time, as far as the service reported them. */
function ServiceTransactions({ app, entry }: { app: AppModel; entry: HistoryEntry }) {
  const { inputToken, outputToken, item } = entry
  const refundChainId = entry.refundChainId ?? inputToken?.chainId
  const reported = [
    ['source', inputToken?.chainId, entry.sourceTransactionHash, item?.sourceSeconds],
    ['destination', outputToken?.chainId, entry.destinationTransactionHash, item?.destinationSeconds],
    ['refund', refundChainId, entry.refundTransactionHash, null],
  ] as const
  return (
    <>
      {reported.map(([kind, chainId, hash, seconds = null]) => {
        const name = t(`${kind}Transaction`)
        const isLinked = hash !== null && chainId !== undefined
        if (!isLinked && seconds === null) return null
        return (
          <div key={kind}>
            <dt>{name}</dt>
            {isLinked && (
              <dd>
                <TransactionLink app={app} chainId={chainId} hash={hash} />
                <CopyButton label={t('copyNamed', { name })} read={() => hash} />
              </dd>
            )}
            {seconds !== null && <dd class="faint">{momentText(seconds * secondMs, Date.now())}</dd>}
          </div>
        )
      })}
    </>
  )
}

/** Adds the code if there is no name or the name means something else. */
function reportedStatusText({ statusCode, item }: HistoryEntry): string {
  const name = item?.statusName ?? null
  if (name !== null) {
    const isOwnCode = statusCode !== null && codeOfName(name) !== statusCode
    return isOwnCode ? keepOrder(`${statusCode} ${isolateDirection(name)}`) : isolateDirection(name)
  }
  return statusCode === null ? t('serviceStatusNone') : keepOrder(`${statusCode} ${statusNames[statusCode]}`)
}

interface Row {
  readonly name: KeyWithoutFacts
  readonly value: string
  readonly figures: readonly string[]
}

export function ServiceLegs({ entry }: { entry: HistoryEntry }) {
  return (
    <>
      {createLegRows(entry).map(({ name, value, figures }, index) => (
        <Fact key={`${name} ${index}`} name={t(name)}>
          {value}
          {figures.length > 0 && <span class="faint"> · {figures.join(' · ')}</span>}
        </Fact>
      ))}
    </>
  )
}

function createLegRows({ item, statusCode }: HistoryEntry): readonly Row[] {
  const inputs = (item?.input ?? []).map((leg, index) =>
    createLegRow(index === 0 ? 'sent' : 'sentToo', leg, leg.amount),
  )
  const between = (item?.intermediateSwap ?? []).map((leg) => createLegRow('pastThrough', leg, leg.amount))
  const outputs = (item?.output ?? []).flatMap((leg, index) => [
    ...(leg.minAmountOut === null ? [] : [minimumRow(leg, leg.minAmountOut)]),
    createLegRow(index === 0 ? 'received' : 'receivedToo', leg, deliveredUnits(statusCode, leg)),
  ])
  return [
    ...(inputs.length === 0 ? [{ name: 'sent', value: t('unknown'), figures: [] } as const] : inputs),
    ...between,
    ...outputs,
  ]
}

/** One token row with its dollar value and unit price; without figures if nothing moved. */
function createLegRow(
  name: 'sent' | 'sentToo' | 'pastThrough' | 'received' | 'receivedToo',
  leg: HistoryLeg,
  units: string | null,
): Row {
  if (units === null) {
    const isAwaited = name === 'received' || name === 'receivedToo'
    const value = isAwaited ? t('notReported') : t('amountUnknown', { symbol: leg.token.symbol })
    return { name, value, figures: [] }
  }
  const price = inUsd(leg.priceInUsd).map((one) => t('priceEach', { price: one }))
  return { name, value: formatExactMoney(units, leg.token), figures: [...inUsd(leg.valueInUsd), ...price] }
}

function minimumRow(leg: HistoryLeg, units: string): Row {
  return { name: 'least', value: formatExactMoney(units, leg.token), figures: inUsd(leg.minValueInUsd) }
}

function inUsd(value: string | null): readonly string[] {
  return value === null ? [] : [formatDollars(value)]
}
