import { useLayoutEffect, useRef } from 'preact/hooks'
import type { AppModel } from '../../lib/models/app-model.ts'
import { Drawing, Hull, Icon } from '../parts/Icon.tsx'
import { ChainMark } from '../parts/Picture.tsx'
import { t } from '../parts/text.ts'
import { canPayFromExchange } from './other-methods.ts'

const brackets = 'm7 6-4 4 4 4m6-8 4 4-4 4'
const shownNetworks = 5

/**
 * Tells a first-time user what Ferry is and how to start. The popup shows it in place of the form, other views
 * show it below. If a wallet is connected, that is also a choice.
 */
export function Welcome({ app }: { app: AppModel }) {
  const title = useRef<HTMLHeadingElement>(null)
  const { chains, welcome } = app.start
  useLayoutEffect(() => {
    // Keep the focus if the person is already typing an amount above.
    if (document.activeElement?.checkVisibility?.() !== true) title.current?.focus()
  }, [])
  return (
    <section class="stack loose welcome grow" aria-labelledby="welcome-title" data-testid="welcome">
      <CrossingDrawing />
      <h2 id="welcome-title" class="big" ref={title} tabIndex={-1}>
        {t('welcomeTitle')}
      </h2>
      <p>{t('welcomeText')}</p>
      <ul class="stack tight proofs">
        <li class="line">
          <Icon name="lock" />
          <span>{t('welcomeKeys')}</span>
        </li>
        <li class="line">
          <Icon name="check" />
          <span>{t('welcomeApprovals')}</span>
        </li>
        <li class="line">
          <Drawing path={brackets} />
          <span>{t('welcomeSource')}</span>
        </li>
      </ul>
      {chains.value.length > 0 && (
        <p class="line wrap small">
          <span class="line tight">
            {chains.value.slice(0, shownNetworks).map((chain) => (
              <ChainMark key={chain.chainId} chain={chain} />
            ))}
            {chains.value.length > shownNetworks && (
              <span aria-hidden="true">+{chains.value.length - shownNetworks}</span>
            )}
          </span>
          <span>{t('welcomeNetworks', { count: chains.value.length })}</span>
        </p>
      )}
      <div class="stack">
        <button
          type="button"
          class="primary connect-first"
          data-testid="welcome-connect"
          onClick={() => app.openSheet({ name: 'wallets' })}
        >
          {t('form_connect')}
        </button>
        {canPayFromExchange(app) && (
          <button
            type="button"
            class="secondary"
            data-testid="welcome-exchange"
            onClick={() => app.go({ name: 'deposit', step: 1 })}
          >
            {t('exchangeTitle')}
          </button>
        )}
        <button
          type="button"
          class="plain"
          data-testid="welcome-done"
          onClick={() => {
            welcome()
            requestAnimationFrame(() => document.getElementById('amount')?.focus())
          }}
        >
          {t('welcomeLook')}
        </button>
      </div>
    </section>
  )
}

function CrossingDrawing() {
  return (
    <svg class="crossing" viewBox="0 28 320 92" aria-hidden="true">
      <path
        class="shore"
        d="M0 84c22-26 46-30 66-16 10 7 16 15 22 22H0zm320 0c-20-30-44-36-66-20-9 7-15 17-22 26h88z"
      />
      <g class="ferry" transform="translate(128 30) scale(2.6)">
        <Hull />
        <path class="funnel" d="M11 3h3v2h-3z" />
      </g>
      <path
        class="water"
        d="M0 92c16 0 16-6 32-6s16 6 32 6 16-6 32-6 16 6 32 6 16-6 32-6 16 6 32 6 16-6 32-6 16 6 32 6 16-6 32-6 16 6 32 6M16 106c16 0 16-6 32-6s16 6 32 6 16-6 32-6 16 6 32 6 16-6 32-6 16 6 32 6 16-6 32-6 16 6 32 6 16-6 32-6"
      />
    </svg>
  )
}
