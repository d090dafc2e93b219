import { useEffect } from 'preact/hooks'
import type { AppModel } from '../../lib/models/app-model.ts'
import { LazyPart, preload } from '../LazyScreen.tsx'
import { Boat, FormIcon } from '../parts/FormIcon.tsx'
import { UnderBar } from '../parts/GeneralNotices.tsx'
import { useScreenFocus } from '../parts/screen-focus.ts'
import { t } from '../parts/text.ts'
import { AccountChip } from '../wallet/AccountChip.tsx'
import { SwapForm } from './SwapForm.tsx'

const laterScreens = ['order', 'history', 'settings', 'account'] as const

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
      {app.recentPairs.pairs.value.length > 0 && <LazyPart app={app} name="recentPairs" />}
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
          {app.proposals.hasNew.value && <LazyPart app={app} name="proposalStrip" />}
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
      <FormIcon name={isHome ? 'flip' : name} />
      {isNamed && text}
    </button>
  )
}
