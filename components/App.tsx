import type { ReadonlySignal } from '@preact/signals'
import type { AppModel } from '../lib/models/app-model.ts'
import { Home, Rail } from './home/Home.tsx'
import { SwapForm } from './home/SwapForm.tsx'
import { LazyScreen, LazySheet, loadedCode, WithCode } from './LazyScreen.tsx'
import { GeneralNotices } from './parts/GeneralNotices.tsx'
import { Chains, Pictures } from './parts/Picture.tsx'
import { LastOpener, useOpeners, useScreenTransition } from './parts/screen-focus.ts'
import { t } from './parts/text.ts'

/** Screens that take the full width of a wide view. */
const fullWidthScreens: ReadonlySet<string> = new Set(['history', 'settings', 'allowances'])

/** The whole of Ferry in one view: popup, side panel, window or tab. */
export function App({ app, isWide }: { app: AppModel; isWide: ReadonlySignal<boolean> }) {
  const opener = useOpeners(app)
  const { screen, sheet } = useScreenTransition(app, () => loadedCode.peek()?.later.runTransition)
  const isHome = screen.name === 'home'
  const wide = isWide.value
  return (
    <LastOpener.Provider value={opener}>
      <Pictures.Provider value={app.images}>
        <Chains.Provider value={app.start.chainOf}>
          <div class={wide ? 'app wide' : 'app'}>
            {/* Announces the notices only when they appear. They are drawn again on each screen. */}
            <p class="unseen" role="status">
              <WithCode>{({ noticeTitles }) => noticeTitles(app)}</WithCode>
            </p>
            <div class="columns">
              {wide && <Rail app={app} />}
              <div class="stage">
                <GeneralNotices.Provider
                  value={
                    <WithCode>
                      {({ AppNotices }) => <AppNotices app={app} screenName={screen.name} />}
                    </WithCode>
                  }
                >
                  {isHome ? (
                    <Home app={app} isWide={wide} />
                  ) : (
                    <LazyScreen app={app} screen={screen} form={() => <ProposedForm app={app} />} />
                  )}
                </GeneralNotices.Provider>
              </div>
              {wide && !fullWidthScreens.has(screen.name) && (
                <aside class="second-pane">
                  <WithCode>{({ SecondPane }) => <SecondPane app={app} isHome={isHome} />}</WithCode>
                </aside>
              )}
            </div>
            {app.start.isSandbox.value && (
              <p class="sandbox" role="status" data-testid="sandbox">
                {t('sandbox')}
              </p>
            )}
            {sheet !== null && <LazySheet app={app} sheet={sheet} />}
            <WithCode>{({ Unseen }) => <Unseen app={app} />}</WithCode>
          </div>
        </Chains.Provider>
      </Pictures.Provider>
    </LastOpener.Provider>
  )
}

function ProposedForm({ app }: { app: AppModel }) {
  return (
    <SwapForm app={app}>
      <div class="grow" />
    </SwapForm>
  )
}
