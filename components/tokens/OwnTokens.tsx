import { relativeTimeText } from '../../lib/base/time-text.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { HeldToken } from '../../lib/models/own-tokens.ts'
import type { OwnTokensModel } from '../../lib/models/own-tokens-model.ts'
import { tokenKey } from '../../lib/service/token.ts'
import { canPayFromExchange } from '../home/form-steps.ts'
import { Button } from '../parts/Button.tsx'
import { Skeleton } from '../parts/Lazy.tsx'
import { TokenIcon } from '../parts/Picture.tsx'
import { t } from '../parts/text.ts'
import { HiddenAmount, heldText, TokenAmount } from './TokenAmount.tsx'

/** The held tokens of the greatest value. A press makes one the token to pay. */
export function OwnTokens({ app, model }: { app: AppModel; model: OwnTokensModel }) {
  if (app.start.account.value === null) return null
  const oldMs = model.oldMs.value
  return (
    <section
      class="stack tight inset own-tokens"
      aria-labelledby="own-tokens-label"
      aria-busy={model.isReading.value}
      data-testid="own-tokens"
    >
      <header class="line between inset">
        <h2 id="own-tokens-label" class="label">
          {t('heldTokens')}
        </h2>
        <Button
          look="plain small"
          testId="own-tokens-all"
          onPress={() => app.openSheet({ name: 'tokens', side: 'input' })}
        >
          {t('otherTokens')}
        </Button>
      </header>
      <OwnTokenRows app={app} model={model} />
      {oldMs !== null && !model.isHidden.value && (
        <p class="faint" data-testid="balances-age">
          {t('balancesOld', { time: relativeTimeText(oldMs, app.nowMs.value) })}
        </p>
      )}
    </section>
  )
}

function OwnTokenRows({ app, model }: { app: AppModel; model: OwnTokensModel }) {
  const tokens = model.tokens.value
  if (model.state.value === 'loading') {
    return (
      <div class="rows" role="status" aria-label={t('loading')}>
        {[8, 11, 7].map((width) => (
          <span key={width} class="row line loose">
            <span class="skeleton round" />
            <Skeleton width={width} />
          </span>
        ))}
      </div>
    )
  }
  if (model.state.value === 'failed') {
    return (
      <div class="card line between" role="status">
        <span class="faint">{t('ownTokensFailed')}</span>
        <Button look="plain small" testId="own-tokens-again" onPress={model.retry}>
          {t('tryAgain')}
        </Button>
      </div>
    )
  }
  if (tokens.length === 0) {
    return (
      <div class="card line wrap between">
        <span class="faint">{t('ownTokensNone')}</span>
        {canPayFromExchange(app) && (
          <Button
            look="plain small"
            testId="own-tokens-exchange"
            onPress={() => app.go({ name: 'deposit', step: 1 })}
          >
            {t('exchangeTitle')}
          </Button>
        )}
      </div>
    )
  }
  return (
    <ul class="rows">
      {tokens.map((held) => (
        <li key={tokenKey(held.token)}>
          <OwnTokenRow app={app} held={held} isHidden={model.isHidden.value} />
        </li>
      ))}
    </ul>
  )
}

function OwnTokenRow({ app, held, isHidden }: { app: AppModel; held: HeldToken; isHidden: boolean }) {
  const { token, units, worthInUsd } = held
  return (
    <Button
      look="row line loose"
      testId={`own-token-${tokenKey(token).replace(':', '-')}`}
      onPress={() => {
        app.swap.draft.pick('input', token)
        document.getElementById('amount')?.focus()
      }}
    >
      <TokenIcon token={token} size={36} />
      <span class="row-words spread">
        <b>
          <bdi>{token.symbol}</bdi>
        </b>
        <span class="faint">
          <bdi>{app.start.chainName(token.chainId)}</bdi>
        </span>
      </span>
      {isHidden ? (
        <HiddenAmount />
      ) : (
        <TokenAmount text={heldText(token, String(units))} valueInUsd={worthInUsd} />
      )}
    </Button>
  )
}
