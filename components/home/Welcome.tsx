import { useLayoutEffect, useRef } from 'preact/hooks'
import type { AppModel } from '../../lib/models/app-model.ts'
import { Button } from '../parts/Button.tsx'
import { Drawing } from '../parts/FormIcon.tsx'
import { Icon } from '../parts/Icon.tsx'
import { ChainMark } from '../parts/Picture.tsx'
import { t } from '../parts/text.ts'
import { canPayFromExchange } from './form-steps.ts'

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
          </span>
          <span>{t('welcomeNetworks', { count: chains.value.length })}</span>
        </p>
      )}
      <div class="stack">
        <Button
          look="primary connect-first"
          testId="welcome-connect"
          onPress={() => app.openSheet({ name: 'wallets' })}
        >
          {t('form_connect')}
        </Button>
        {canPayFromExchange(app) && (
          <Button
            look="secondary"
            testId="welcome-exchange"
            onPress={() => app.go({ name: 'deposit', step: 1 })}
          >
            {t('exchangeTitle')}
          </Button>
        )}
        <Button
          look="plain"
          testId="welcome-done"
          onPress={() => {
            welcome()
            requestAnimationFrame(() => document.getElementById('amount')?.focus())
          }}
        >
          {t('welcomeLook')}
        </Button>
      </div>
    </section>
  )
}

/** A ferry between two shores. The nearer water hides the lower part of its hull. */
function CrossingDrawing() {
  return (
    <svg class="crossing" viewBox="0 0 320 112" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <circle fill="var(--knob)" cx="236" cy="46" r="22" />
      <path
        fill="var(--accent-border)"
        opacity="0.4"
        d="M0 74c26-30 54-30 80-8 12 10 24 20 40 26v20H0zm320 4c-22-34-52-40-80-12-12 12-26 22-42 28v18h122z"
      />
      <path
        fill="var(--accent-border)"
        opacity="0.7"
        d="M0 86c18-16 40-18 58-4 8 6 14 6 22 8v22H0zm320 2c-16-18-36-20-54-4-8 6-14 6-22 6v22h76z"
      />
      <path
        fill="var(--accent-border)"
        d="M0 88c16 0 16-5 32-5s16 5 32 5 16-5 32-5 16 5 32 5 16-5 32-5 16 5 32 5 16-5 32-5 16 5 32 5 16-5 32-5 16 5 32 5v24H0z"
      />
      <g fill="var(--accent-strong)" transform="translate(119 30) scale(3.4)">
        <path fill="var(--needs)" d="M11 3h3v4h-3z" />
        <path fill="var(--knob)" d="M6 7h11.5a1 1 0 0 1 1 1v5.2h-13V8A1 1 0 0 1 6 7z" />
        <path fill="var(--accent-border)" d="M7.6 9h2v2h-2zm3.6 0h2v2h-2zm3.6 0h2v2h-2z" />
        <path d="M2.5 13.2h19l-2 6.8h-15z" />
      </g>
      <path
        fill="var(--accent)"
        d="M0 99c16 0 16-5 32-5s16 5 32 5 16-5 32-5 16 5 32 5 16-5 32-5 16 5 32 5 16-5 32-5 16 5 32 5 16-5 32-5 16 5 32 5v13H0z"
      />
    </svg>
  )
}
