import { useEffect } from 'preact/hooks'
import type { AppModel } from '../../lib/models/app-model.ts'
import { describeNetworks, describeTokens } from '../../lib/order/describe-pair.ts'
import { tokenKey } from '../../lib/service/token.ts'
import { LazyPart, preload } from '../LazyScreen.tsx'
import { UnderBar } from '../parts/GeneralNotices.tsx'
import { Boat, Icon } from '../parts/Icon.tsx'
import { TokenIcon } from '../parts/Picture.tsx'
import { useScreenFocus } from '../parts/screen-focus.ts'
import { t, writeFact } from '../parts/text.ts'
import { AccountChip } from '../wallet/AccountChip.tsx'
import { SwapForm } from './SwapForm.tsx'

const laterScreens = ['review', 'order', 'tokens', 'history', 'settings', 'account'] as const

/** The swap form. The focus starts in the amount field. */
export function Home({ app, isWide }: { app: AppModel; isWide: boolean }) {
  useScreenFocus(null, () => document.getElementById('amount'))
  useEffect(() => {
    // Wait until the form is painted and idle: the first paint has priority.
    const waiting = setTimeout(() => preload(...laterScreens), 400)
    return () => clearTimeout(waiting)
  }, [])
  const isEmpty = app.swap.draft.amount.value.kind === 'empty'
  const hasAccount = app.start.account.value !== null
  useEffect(() => void (hasAccount && !app.start.isWelcomed.peek() && app.start.welcome()), [hasAccount])
  const lists = (
    <>
      <RecentPairs app={app} />
      {hasAccount && !isWide && <LazyPart app={app} name="ownTokens" />}
    </>
  )
  return (
    <div class="screen home">
      <HomeHeader app={app} isWide={isWide} />
      <UnderBar />
      <main class="home-main">
        {/* The popup has room for the lists only in place of a quote. */}
        <SwapForm app={app} below={isPopup() ? null : lists}>
          <ProposalStrip app={app} />
          {(app.orders.running.value.length > 0 || app.start.isConnecting.value) && (
            <LazyPart app={app} name="running" />
          )}
          {isPopup() && isEmpty && lists}
          {!isWide && isFirstRun(app) ? (
            <LazyPart app={app} name="welcome" placeholder={<div class="grow" />} />
          ) : (
            <div class="grow" />
          )}
        </SwapForm>
      </main>
    </div>
  )
}

const isPopup = () => !document.documentElement.classList.contains('fluid')

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

function HomeHeader({ app, isWide }: { app: AppModel; isWide: boolean }) {
  return (
    <header class="bar home-bar">
      <h1>
        <Boat /> <span>{t('name')}</span>
      </h1>
      {/* Only one button connects. */}
      {app.swap.step.value !== 'connect' && <AccountChip app={app} />}
      {/* The space is reserved until Ferry knows whether the browser has a side panel. */}
      <LazyPart app={app} name="sideButton" placeholder={<span class="icon-button" />} />
      {!isWide && navigationScreens.map((name) => <NavigationButton key={name} app={app} name={name} />)}
    </header>
  )
}

export function Rail({ app }: { app: AppModel }) {
  return (
    <nav class="rail">
      {(['home', ...navigationScreens] as const).map((name) => (
        <NavigationButton key={name} app={app} name={name} isNamed />
      ))}
    </nav>
  )
}

const navigationScreens = ['history', 'settings'] as const

function NavigationButton({
  app,
  name,
  isNamed,
}: {
  app: AppModel
  name: 'home' | (typeof navigationScreens)[number]
  isNamed?: boolean
}) {
  const isHome = name === 'home'
  const text = t(isHome ? 'swap' : name)
  return (
    <button
      type="button"
      class="icon-button"
      data-testid={`${name}-open`}
      title={isNamed ? undefined : text}
      aria-current={isNamed && app.screen.value.name === name ? 'page' : undefined}
      onPointerEnter={() => isHome || preload(name)}
      onClick={() => app.go({ name })}
    >
      <Icon name={isHome ? 'flip' : name} />
      {isNamed && text}
    </button>
  )
}

/** Shows recently swapped pairs. One press fills the form. */
function RecentPairs({ app }: { app: AppModel }) {
  const { draft } = app.swap
  const { chainOf } = app.start
  const pairs = app.recentPairs.pairs.value.filter(
    ({ input, output }) => chainOf(input.chainId) !== undefined && chainOf(output.chainId) !== undefined,
  )
  if (pairs.length === 0) return null
  return (
    <section class="stack tight inset recent-pairs" aria-labelledby="recent-pairs-label">
      <h2 id="recent-pairs-label" class="label">
        {t('recentPairs')}
      </h2>
      <ul class="stack tight">
        {pairs.map(({ input, output }) => {
          const pair = { inputToken: input, inputAmount: null, outputToken: output }
          return (
            <li key={`${tokenKey(input)} ${tokenKey(output)}`}>
              <button
                type="button"
                class="chip"
                data-testid="recent-pair"
                onClick={() => {
                  draft.pick('input', input)
                  draft.pick('output', output)
                  document.getElementById('amount')?.focus()
                }}
              >
                <TokenIcon token={input} size={24} />
                <TokenIcon token={output} size={24} />
                <span>{writeFact(describeTokens(pair))}</span>
                <span class="faint">{writeFact(describeNetworks(pair, app.start))}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

export function ProposalStrip({ app }: { app: AppModel }) {
  const waiting = app.proposals.waiting.value ?? []
  const [first] = waiting
  if (first === undefined || !app.proposals.hasNew.value) return null
  return (
    <p class="hint proposal-strip needs" role="status">
      <span class="spread" title={waiting.length === 1 ? first.site.origin : undefined}>
        {waiting.length === 1
          ? t('proposalWaits', { origin: new URL(first.site.origin).host })
          : t('proposalsWait', { count: waiting.length })}
      </span>
      <button type="button" class="chip" data-testid="proposals-open" onClick={app.openProposals}>
        {t('proposalLook')}
      </button>
      <button
        type="button"
        class="icon-button small"
        data-testid="proposals-later"
        title={t('proposalLater')}
        onClick={app.proposals.postpone}
      >
        <Icon name="close" />
      </button>
    </p>
  )
}
