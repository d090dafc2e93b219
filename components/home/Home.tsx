import { useEffect } from 'preact/hooks'
import type { AppModel } from '../../lib/models/app-model.ts'
import { preload, WithCode } from '../LazyScreen.tsx'
import { Boat, FormIcon } from '../parts/FormIcon.tsx'
import { UnderBar } from '../parts/GeneralNotices.tsx'
import { useScreenFocus } from '../parts/screen-focus.ts'
import { t } from '../parts/text.ts'
import { AccountChip } from '../wallet/AccountChip.tsx'
import { SwapForm } from './SwapForm.tsx'

/** The swap form. The focus starts in the amount field. */
export function Home({ app, isWide }: { app: AppModel; isWide: boolean }) {
  useScreenFocus(null, () => document.getElementById('amount'))
  const hasAccount = app.start.account.value !== null
  useEffect(() => void (hasAccount && !app.start.isWelcomed.peek() && app.start.welcome()), [hasAccount])
  return (
    <div class="screen home">
      <HomeHeader app={app} isWide={isWide} />
      <UnderBar />
      <main class="home-main">
        <SwapForm
          app={app}
          below={
            <WithCode>
              {({ HomeLists, isPopup }) => !isPopup() && <HomeLists app={app} isWide={isWide} />}
            </WithCode>
          }
        >
          <WithCode placeholder={<div class="grow" />}>
            {({ UnderQuote }) => <UnderQuote app={app} isWide={isWide} />}
          </WithCode>
        </SwapForm>
      </main>
    </div>
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
      <WithCode placeholder={<span class="icon-button" />}>
        {({ LazySideButton }) => <LazySideButton app={app} />}
      </WithCode>
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
