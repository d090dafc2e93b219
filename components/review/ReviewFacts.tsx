import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { exactTimeText } from '../../lib/base/duration-text.ts'
import { isSameHex } from '../../lib/base/hex.ts'
import { formatExactMoney, hasUncomparedDigits } from '../../lib/base/money-text.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { QuoteView } from '../../lib/quote/quote-view.ts'
import type { ReviewFact } from '../../lib/review/review-facts.ts'
import type { ReviewView } from '../../lib/review/review-view.ts'
import type { Token } from '../../lib/service/token.ts'
import { aboutMoneyOf, roundedMoneyOf } from '../parts/amount-text.ts'
import { Button } from '../parts/Button.tsx'
import { CopyButton } from '../parts/CopyButton.tsx'
import { costText, costTone, durationText, slippageText } from '../parts/cost-text.ts'
import { formatDollars } from '../parts/format.ts'
import { ChunkedAddress, CostRows, Fact } from '../parts/IdFact.tsx'
import { LabelledSection } from '../parts/LabelledSection.tsx'
import { TokenIcon } from '../parts/Picture.tsx'
import { t } from '../parts/text.ts'
import { UnprovenAccount } from '../wallet/AccountSource.tsx'
import type { ReviewProps } from './review-props.ts'
import { ContractAddresses } from './WalletRequest.tsx'

/**
 * Shows the facts to compare before confirming. Unusual facts (`unusual`) are open, usual ones (`usual`) are
 * folded behind one line.
 */
export function ReviewFacts({
  app,
  review,
  part,
}: Omit<ReviewProps, 'model'> & { part: 'usual' | 'unusual' }) {
  const isUsual = part === 'usual'
  // A recipient other than the person has a card of its own.
  const facts = review.facts.filter((one) => one.isUsual === isUsual && (isUsual || one.name !== 'recipient'))
  const { minAmountOut, outputToken } = review.quote
  const isMinimumCut = isUsual && hasUncomparedDigits(minAmountOut, outputToken)
  if (facts.length + (isUsual ? review.steps.length : 0) === 0 && !isMinimumCut) return null
  const list = (
    <dl class="facts compared">
      {facts.map((fact) => (
        <div key={fact.name} data-testid={`fact-${fact.name}`}>
          <dt>{t(`fact_${fact.name}`)}</dt>
          <dd class={fact.kind === 'hex' ? 'long-hex' : ''}>
            {factValue(app, review, fact)}
            {fact.namedBy !== undefined && (
              <UnprovenAccount wallet={fact.namedBy} testId="account-unproven" />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
  if (!isUsual) {
    return (
      <LabelledSection id="facts" title={t('factsUnusual')} data-testid="facts-open">
        {list}
      </LabelledSection>
    )
  }
  return (
    <details class="card more" data-testid="facts-usual">
      <summary>{t('factsUsual')}</summary>
      {isMinimumCut && (
        <dl class="facts compared">
          <Fact name={t('exactMinimum')} testId="exact-minimum">
            {formatExactMoney(minAmountOut, outputToken)}
          </Fact>
        </dl>
      )}
      <StepContracts review={review} />
      {list}
    </details>
  )
}

/** Lists the contracts of the wallet requests, which the wallet shows too: each one where it comes first. */
function StepContracts({ review: { quote, steps } }: { review: ReviewView }) {
  const contracts = steps.flatMap(({ purpose, amountUnits, contract, contractName, gateway }) => {
    const label = t(`review_${purpose}`, { amount: formatExactMoney(amountUnits, quote.inputToken) })
    const name = t(`review_${purpose}_to`, { name: t(`contract_${contractName}`) })
    const spender = t('review_approve_to', { name: t('contract_swapGateway') })
    return [
      { label, name, address: contract },
      ...(gateway === undefined ? [] : [{ label, name: spender, address: gateway }]),
    ]
  })
  const firsts = contracts.filter(
    ({ address }, index) => contracts.findIndex((one) => isSameHex(one.address, address)) === index,
  )
  return <ContractAddresses contracts={firsts} />
}

function factValue(
  app: AppModel,
  { quote }: ReviewView,
  { kind, name, value }: ReviewFact,
): ComponentChildren {
  if (kind === 'chain') {
    const chain = app.start.chainOf(Number(value))
    const facts = { id: value }
    return chain === undefined
      ? t('factChainUnknown', facts)
      : t('factChain', { chain: chain.name, ...facts })
  }
  if (kind === 'seconds') return exactTimeText(Number(value) * 1_000)
  if (kind === 'inputUnits') return formatExactMoney(value, quote.inputToken)
  if (name === 'refuel') {
    const refuel = quote.routes.find(({ key }) => key === quote.routeKey)?.refuel?.output
    return refuel === undefined
      ? t('factUnits', { units: value })
      : formatExactMoney(refuel.amount, refuel.token)
  }
  if (kind === 'text') return <bdi>{value}</bdi>
  return (
    <>
      <Hex text={value} />
      <CopyButton label={t('copyNamed', { name: t(`fact_${name}`) })} read={() => value} />
    </>
  )
}

/** Characters shown of long call data, so that the rest of the review stays in view. */
const maxDigitsShown = 194

/**
 * Focuses the new element, because the press removes the button. A stable function, so that Preact calls it
 * only once.
 */
const focusElement = (element: HTMLElement | null) => element?.focus()

/** Shows bytes. Long data is cut, with a button that shows all of it. */
function Hex({ text }: { text: string }) {
  const isWhole = useSignal(false)
  if (text.length <= 2 * maxDigitsShown) return <ChunkedAddress text={text} />
  if (isWhole.value) {
    return (
      <span tabIndex={-1} ref={focusElement}>
        <ChunkedAddress text={text} />
      </span>
    )
  }
  return (
    <>
      <ChunkedAddress text={text.slice(0, maxDigitsShown)} />…{' '}
      <Button
        look="plain"
        testId="hex-whole"
        onPress={() => {
          isWhole.value = true
        }}
      >
        {t('factWhole', { count: text.length / 2 - 1 })}
      </Button>
    </>
  )
}

export function ReviewAmounts({
  app,
  review,
  isCostCompared = false,
  children,
}: {
  app: AppModel
  /** The review, or the part of it that the quote shows before. */
  review: Pick<ReviewView, 'quote' | 'receiverIsSelf' | 'steps' | 'intermediateSwap'>
  /** The total cost stands in the comparison with the review before. */
  isCostCompared?: boolean
  children?: ComponentChildren
}) {
  const { quote, receiverIsSelf, intermediateSwap } = review
  const { request, inputToken, outputToken, minAmountOut, cost } = quote
  const { chainName } = app.start
  const origin = chainName(request.originChainId)
  const isOpen = minAmountOut === '0'
  const nativeFee = nativeFeeOf(review.steps)
  return (
    <section
      class="card stack loose review-amounts"
      aria-label={t('reviewAmounts')}
      data-testid="review-amounts"
    >
      <Amount
        label={t('from')}
        token={inputToken}
        amount={formatExactMoney(request.inputAmount, inputToken)}
        about={
          quote.inputValueInUsd === null ? origin : `${origin} · ${formatDollars(quote.inputValueInUsd)}`
        }
      />
      <Amount
        label={t(isOpen ? 'to' : 'reviewLeast')}
        token={outputToken}
        amount={isOpen ? t('leastUnknown') : leastOf(minAmountOut, outputToken)}
        expected={expectedText(quote)}
        about={chainName(request.destinationChainId)}
      />
      <div class="review-figures">
        <details class="more" data-testid="review-cost">
          <summary>
            <span>{t(isCostCompared ? 'costParts' : 'costTotal')}</span>
            {!isCostCompared && (
              <span class={`numbers ${cost === null ? '' : costTone(cost.percent)}`} data-testid="cost-total">
                {costText(cost)}
              </span>
            )}
          </summary>
          <dl class="facts">
            <CostRows list={quote} cost={cost} />
          </dl>
        </details>
        <dl class="facts">
          {nativeFee !== undefined && (
            <Fact name={t('onTop')} testId="on-top">
              {formatNativeMoney(quote, nativeFee)}
            </Fact>
          )}
          <Fact name={t('slippageUsed')}>{slippageText(quote.slippagePercent)}</Fact>
          <Fact name={t('time')}>{durationText(quote.estimatedSeconds)}</Fact>
          {receiverIsSelf && <Fact name={t('receivedBy')}>{t('receiverSelf')}</Fact>}
        </dl>
        {intermediateSwap !== undefined && (
          <p class="small faint" data-testid="on-the-way">
            {t('reviewIntermediateSwap', {
              least: formatExactMoney(intermediateSwap.minUnits, intermediateSwap.token),
              origin,
            })}
          </p>
        )}
      </div>
      {children}
    </section>
  )
}

/** Returns the native amount that the transaction sends in addition to the input. Never folded: it is paid. */
export function nativeFeeOf(steps: ReviewView['steps']): string | undefined {
  return steps.find(({ nativeFeeUnits }) => nativeFeeUnits !== undefined)?.nativeFeeUnits
}

/** Returns a native fee in its own currency, which the quote's native fee names. */
export function formatNativeMoney({ fees }: QuoteView, units: string): string {
  const token = fees.find(({ kind }) => kind === 'native')?.token
  return token === undefined ? t('unknown') : formatExactMoney(units, token)
}

/** Returns a minimum, rounded down if it has more digits than people compare: the details have all of them. */
function leastOf(units: string, token: Token): string {
  return hasUncomparedDigits(units, token) ? roundedMoneyOf(units, token) : formatExactMoney(units, token)
}

/** Characters of the large type that fit into a line of the popup, and of a narrow view. */
const largeCharacters = { popup: 22, narrow: 14 }

function lengthClass({ length }: string): string {
  if (length > largeCharacters.popup) return 'long'
  return length > largeCharacters.narrow ? 'medium' : ''
}

/** Shows an amount in one line, smaller if it is long: the rest of a broken number would read as a number of its own. */
function Amount({
  label,
  token,
  amount,
  expected,
  about,
}: {
  label: string
  token: Token
  amount: string
  expected?: string
  about: string
}) {
  return (
    <div class={`line loose review-side ${lengthClass(amount)}`}>
      <TokenIcon token={token} size={36} />
      <p>
        <span class="faint">{label}</span> <b class="big numbers breaks">{amount}</b>{' '}
        {expected === undefined ? (
          <span class="faint numbers">{about}</span>
        ) : (
          <span class="faint numbers parted">
            <span>
              <span>{expected}</span>
              <span>
                <span class="unseen"> · </span>
                {about}
              </span>
            </span>
          </span>
        )}
      </p>
    </div>
  )
}

/** The quoted amount, with its value in dollars if that is known. */
function expectedText({ promisedAmount, outputToken, outputValueInUsd }: QuoteView): string {
  if (promisedAmount === '0') return t('promisedUnknown')
  const amount = aboutMoneyOf(promisedAmount, outputToken)
  return outputValueInUsd === null
    ? t('reviewExpected', { amount })
    : t('reviewExpectedValue', { amount, value: formatDollars(outputValueInUsd) })
}
