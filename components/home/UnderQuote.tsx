import type { AppModel } from '../../lib/models/app-model.ts'
import { Lazy } from '../parts/Lazy.tsx'
import { ProposalStrip } from './ProposalStrip.tsx'
import { RecentPairs } from './RecentPairs.tsx'
import { Welcome } from './Welcome.tsx'

interface Shown {
  readonly app: AppModel
  readonly isWide: boolean
}

/** Between the quote and the form's button. */
export function UnderQuote({ app, isWide }: Shown) {
  const { orders, start, swap } = app
  const isEmpty = swap.draft.amount.value.kind === 'empty'
  return (
    <>
      <ProposalStrip app={app} />
      {(orders.running.value.length > 0 || start.isConnecting.value) && (
        <Lazy
          load={async () => {
            const { RunningStrip } = await import('../history/HistoryList.tsx')
            return { view: () => <RunningStrip app={app} /> }
          }}
        />
      )}
      {isPopup() && isEmpty && <HomeLists app={app} isWide={isWide} />}
      {!isWide && isFirstRun(app) ? <Welcome app={app} /> : <div class="grow" />}
    </>
  )
}

/** The popup has room for these lists only in place of a quote. */
export function HomeLists({ app, isWide }: Shown) {
  return (
    <>
      <RecentPairs app={app} />
      {app.start.account.value !== null && !isWide && <LazyOwnTokens app={app} />}
    </>
  )
}

/** The held tokens of the greatest value, near the form. */
export function LazyOwnTokens({ app }: { app: AppModel }) {
  return (
    <Lazy
      load={async () => {
        const [{ OwnTokens }, { createOwnTokensModel }] = await Promise.all([
          import('../tokens/OwnTokens.tsx'),
          import('../../lib/models/own-tokens-model.ts'),
        ])
        const model = createOwnTokensModel(app)
        return { view: () => <OwnTokens app={app} model={model} />, dispose: model.dispose }
      }}
    />
  )
}

export const isPopup = () => !document.documentElement.classList.contains('fluid')

/** Only then may the welcome text cover the form. */
export function isFirstRun({ start, swap, proposals }: AppModel): boolean {
  return (
    !start.isWelcomed.value &&
    start.account.value === null &&
    swap.draft.amount.value.kind === 'empty' &&
    !start.isConnecting.value &&
    (start.accountProblem.value ?? start.problem.value ?? start.missingLists.value) === null &&
    (start.view.value?.storage ?? 'durable') === 'durable' &&
    (proposals.waiting.value ?? []).length === 0
  )
}
