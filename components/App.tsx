import type { ReadonlySignal } from '@preact/signals'
import type { AppModel } from '../lib/models/app-model.ts'
import { Home, isFirstRun, Rail } from './home/Home.tsx'
import { SwapForm } from './home/SwapForm.tsx'
import { LazyPart, LazyScreen, LazySheet, loadedCode } from './LazyScreen.tsx'
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
            <GeneralAnnouncement app={app} />
            <div class="columns">
              {wide && <Rail app={app} />}
              <div class="stage">
                <GeneralNotices.Provider value={<AppNotices app={app} screenName={screen.name} />}>
                  {isHome ? (
                    <Home app={app} isWide={wide} />
                  ) : (
                    <LazyScreen app={app} screen={screen} form={() => <ProposedForm app={app} />} />
                  )}
                </GeneralNotices.Provider>
              </div>
              {wide && !fullWidthScreens.has(screen.name) && (
                <aside class="second-pane">
                  {isHome && isFirstRun(app) ? (
                    <LazyPart app={app} name="welcome" placeholder={<div class="grow" />} />
                  ) : isHome && (app.swap.quotes.quote.value?.routes.length ?? 0) > 0 ? (
                    <LazyPart app={app} name="routeColumn" />
                  ) : (
                    <>
                      {isHome && app.start.account.value !== null && <LazyPart app={app} name="ownTokens" />}
                      <LazyPart app={app} name="historyColumn" />
                    </>
                  )}
                </aside>
              )}
            </div>
            {app.start.isSandbox.value && (
              <p class="sandbox" role="status" data-testid="sandbox">
                {t('sandbox')}
              </p>
            )}
            {sheet !== null && <LazySheet app={app} sheet={sheet} />}
            <Announcements app={app} />
            <LazyPart app={app} name="shortcuts" />
          </div>
        </Chains.Provider>
      </Pictures.Provider>
    </LastOpener.Provider>
  )
}

const isStorageBroken = ({ start }: AppModel) => start.isFresh.value && start.view.value?.storage === 'broken'

function AppNotices({ app, screenName }: { app: AppModel; screenName: string }) {
  return (
    <>
      {!app.isOnline.value && <LazyPart app={app} name="offline" />}
      {app.access.missing.value.length > 0 && <LazyPart app={app} name="access" />}
      {app.start.isSilent.value && <LazyPart app={app} name="restart" />}
      {isStorageBroken(app) && <LazyPart app={app} name="storage" />}
      {(app.start.accountOffered.value ?? app.start.accountProblem.value ?? app.reviewLeft.value) !==
        null && <LazyPart app={app} name="accountNotices" />}
      {app.start.pushedProblem.value !== null && <LazyPart app={app} name="pushedProblem" />}
      {screenName === 'order' && app.proposals.hasNew.value && <LazyPart app={app} name="proposalStrip" />}
    </>
  )
}

/** Announces these notices only when they appear. They are drawn again on each screen. */
function GeneralAnnouncement({ app }: { app: AppModel }) {
  const said = [
    ...(app.isOnline.value ? [] : [t('offline')]),
    ...(app.access.missing.value.length > 0 ? [t('accessTitle')] : []),
    ...(app.start.isSilent.value ? [t('restartTitle')] : []),
    ...(isStorageBroken(app) ? [t('rescueTitle')] : []),
  ]
  return (
    <p class="unseen" role="status">
      {said.join(' ')}
    </p>
  )
}

const Announcements = ({ app }: { app: AppModel }) =>
  app.orders.byId.value.size > 0 ? <LazyPart app={app} name="announcements" /> : null

function ProposedForm({ app }: { app: AppModel }) {
  return (
    <SwapForm app={app}>
      <div class="grow" />
    </SwapForm>
  )
}
