import { useEffect } from 'preact/hooks'
import type { AppModel } from '../../lib/models/app-model.ts'
import { tokenKey } from '../../lib/service/token.ts'
import { Boat, Icon } from '../parts/Icon.tsx'
import { TokenIcon } from '../parts/Picture.tsx'
import { useScreenFocus } from '../parts/screen-focus.ts'
import { t } from '../parts/text.ts'
import { pinView, preload, runningView, welcomeView } from '../screens.tsx'
import { AccountChip } from '../wallet/AccountChip.tsx'
import { SwapForm } from './SwapForm.tsx'

const laterScreens = ['review', 'order', 'tokens', 'history', 'settings', 'account'] as const

/** Shows the swap form; it begins in the amount. */
export function Home({ app, isWide }: { app: AppModel; isWide: boolean }) {
  useScreenFocus(null, () => document.getElementById('amount'))
  useEffect(() => {
    // Not before the form has been painted and is quiet: the first picture comes first.
    const waiting = setTimeout(() => laterScreens.forEach(preload), 400)
    return () => clearTimeout(waiting)
  }, [])
  const hasAccount = app.start.account.value !== null
  useEffect(() => void (hasAccount && !app.start.isWelcomed.peek() && app.start.welcome()), [hasAccount])
  return (
    <div class="screen home">
      <HomeHeader app={app} isWide={isWide} />
      <main class="home-main">
        <SwapForm app={app}>
          <ProposalStrip app={app} />
          <RecentPairs app={app} />
          {app.orders.running.value.length || app.start.isConnecting.value ? (
            runningView(app)
          ) : !isWide && isFirstRun(app) ? (
            welcomeView(app)
          ) : (
            <div class="grow" />
          )}
        </SwapForm>
      </main>
    </div>
  )
}

/**
 * Tells whether nothing was connected, chosen or typed yet, and the form, which the welcome may hide, has nothing of its
 * own to say.
 */
export function isFirstRun({ start, swap, proposals }: AppModel): boolean {
  return (
    !start.isWelcomed.value &&
    start.account.value === null &&
    swap.draft.amount.value.kind === 'empty' &&
    !start.isConnecting.value &&
    (start.accountProblem.value ?? start.problem.value ?? start.lacking.value) === null &&
    (start.view.value?.storage ?? 'durable') === 'durable' &&
    (proposals.waiting.value ?? []).length === 0
  )
}

/** Shows name, account, the button of the side panel, and the ways to history and settings where no rail has them. */
function HomeHeader({ app, isWide }: { app: AppModel; isWide: boolean }) {
  return (
    <header class="bar home-bar">
      <h1>
        <Boat /> <span>{t('name')}</span>
      </h1>
      <AccountChip app={app} />
      {pinView(app)}
      {!isWide && ways.map((name) => <WayButton key={name} app={app} name={name} />)}
    </header>
  )
}

/** Shows the ways to the form, the history and the settings beside every screen of a wide view. */
export function Rail({ app }: { app: AppModel }) {
  return (
    <nav class="rail">
      {(['home', ...ways] as const).map((name) => (
        <WayButton key={name} app={app} name={name} isNamed />
      ))}
    </nav>
  )
}

const ways = ['history', 'settings'] as const

/** Leads to a screen, which it names by its title or, where there is room, in words. */
function WayButton({
  app,
  name,
  isNamed,
}: {
  app: AppModel
  name: 'home' | (typeof ways)[number]
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

/** Shows the pairs swapped last while the form is empty, each one press away; nothing where there are none. */
function RecentPairs({ app }: { app: AppModel }) {
  const { draft } = app.swap
  const { chainOf, chainName } = app.start
  const pairs = app.recentPairs.pairs.value.filter(
    ({ input, output }) => chainOf(input.chainId) !== undefined && chainOf(output.chainId) !== undefined,
  )
  if (draft.amount.value.kind !== 'empty' || pairs.length === 0) return null
  return (
    <section class="recent-pairs" aria-labelledby="recent-pairs-label">
      <h2 id="recent-pairs-label" class="label">
        {t('recentPairs')}
      </h2>
      <ul>
        {pairs.map(({ input, output }) => (
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
              <span>
                <bdi>{input.symbol}</bdi> → <bdi>{output.symbol}</bdi>
              </span>
              <span class="faint">
                <bdi>{chainName(input.chainId)}</bdi> → <bdi>{chainName(output.chainId)}</bdi>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Says on the form that a site waits for an answer. */
export function ProposalStrip({ app }: { app: AppModel }) {
  const waiting = app.proposals.waiting.value ?? []
  const [first] = waiting
  if (first === undefined) return null
  return (
    <p class="hint proposal-strip" role="status">
      <span class="spread">
        {waiting.length === 1
          ? t('proposalWaits', { origin: first.site.origin })
          : t('proposalsWait', { count: waiting.length })}
      </span>
      <button type="button" class="chip" data-testid="proposals-open" onClick={app.openProposals}>
        {t('proposalLook')}
      </button>
    </p>
  )
}
