import type { ReadonlySignal } from '@preact/signals'
import type { ProblemData } from '../lib/base/problem.ts'
import type { AppModel } from '../lib/models/app-model.ts'
import { Home, isFirstRun, ProposalStrip, Rail } from './home/Home.tsx'
import { SwapForm } from './home/SwapForm.tsx'
import { CopyButton } from './parts/CopyButton.tsx'
import { Icon } from './parts/Icon.tsx'
import { Chains, Pictures } from './parts/Picture.tsx'
import { ProblemNotice } from './parts/ProblemNotice.tsx'
import { problemReport, problemWords } from './parts/problem-words.ts'
import { LastOpener, useOpeners, useScreenTransition } from './parts/screen-focus.ts'
import { t } from './parts/text.ts'
import {
  accessView,
  accountNoticesView,
  announcementsView,
  historyColumnView,
  screenView,
  sheetView,
  storageView,
  welcomeView,
} from './screens.tsx'

/** Screens that take the full width of a wide view. */
const fullWidthScreens: ReadonlySet<string> = new Set(['history', 'settings', 'allowances'])

/** The whole of Ferry in one view: popup, side panel, window or tab. */
export function App({ app, isWide }: { app: AppModel; isWide: ReadonlySignal<boolean> }) {
  const opener = useOpeners(app)
  const { screen, sheet } = useScreenTransition(app)
  const isHome = screen.name === 'home'
  const wide = isWide.value
  return (
    <LastOpener.Provider value={opener}>
      <Pictures.Provider value={app.images}>
        <Chains.Provider value={app.start.chainOf}>
          <div class={wide ? 'app wide' : 'app'}>
            {!app.isOnline.value && (
              <p class="offline" role="status">
                <Icon name="offline" /> {t('offline')}
              </p>
            )}
            {app.access.missing.value.length > 0 && accessView(app)}
            {app.start.isFresh.value && app.start.view.value?.storage === 'broken' && storageView(app)}
            {screen.name === 'order' && <ProposalStrip app={app} />}
            <div class="columns">
              {wide && <Rail app={app} />}
              <div class="stage">
                {isHome ? (
                  <Home app={app} isWide={wide} />
                ) : (
                  screenView(app, screen, () => <ProposedForm app={app} />)
                )}
              </div>
              {wide && !fullWidthScreens.has(screen.name) && (
                <aside class="second-pane">
                  {isHome && isFirstRun(app) ? welcomeView(app) : historyColumnView(app)}
                </aside>
              )}
            </div>
            {(app.start.accountOffered.value !== null || app.reviewLeft.value !== null) &&
              accountNoticesView(app)}
            <PushedProblem app={app} />
            {app.start.isSandbox.value && (
              <p class="sandbox" role="status" data-testid="sandbox">
                {t('sandbox')}
              </p>
            )}
            {sheetView(app, sheet)}
            <Announcements app={app} />
          </div>
        </Chains.Provider>
      </Pictures.Provider>
    </LastOpener.Provider>
  )
}

/** Problems that the connection strip already shows. */
const offlineCodes: ReadonlySet<ProblemData['code']> = new Set([
  'serviceUnreachable',
  'serviceTimeout',
  'rpcUnreachable',
])

function PushedProblem({ app }: { app: AppModel }) {
  const problem = app.start.pushedProblem.value
  if (problem === null) return null
  const { code } = problem
  if (!app.isOnline.value && offlineCodes.has(code)) return null
  const shown = [app.start.problem.value, app.start.accountProblem.value, app.swap.quotes.problem.value]
  if (shown.some((one) => one?.code === code)) return null
  if (code === 'hostsNotAllowed' && app.access.missing.value.length > 0) return null
  return (
    <div class="pushed" data-testid="pushed-problem">
      <ProblemNotice
        problem={{ ...problem, facts: {} }}
        tone="warning"
        omitsMoney
        whatHappened={t('backgroundProblem')}
        whatToDo={problemWords(problem).what}
      >
        <p class="pushed-acts">
          <CopyButton
            label={t('copyProblem')}
            read={() => problemReport(problem, app.version())}
            testid="copy-problem"
            showsLabel
          />
          <button type="button" class="plain" data-testid="dismiss-problem" onClick={app.start.dismissPushed}>
            {t('dismiss')}
          </button>
        </p>
      </ProblemNotice>
    </div>
  )
}

const Announcements = ({ app }: { app: AppModel }) =>
  app.orders.byId.value.size > 0 ? announcementsView(app) : null

function ProposedForm({ app }: { app: AppModel }) {
  return (
    <SwapForm app={app}>
      <div class="grow" />
    </SwapForm>
  )
}
