import type { AppModel } from '../lib/model/app-model.ts'
import { Icon } from './Icon.tsx'
import { Skeleton } from './Skeleton.tsx'
import { preload } from './screens.tsx'
import { TokenIcon } from './TokenIcon.tsx'
import { t } from './text.ts'

/** The token of one side with its chain; opens the picker. */
export function TokenButton({ app, side }: { app: AppModel; side: 'input' | 'output' }) {
  const token = app.swap.draft[side].value
  const chain = (side === 'input' ? app.swap.origin : app.swap.destination).value
  return (
    <button
      type="button"
      class="token-button"
      data-testid={side === 'input' ? 'from-token' : 'to-token'}
      aria-haspopup="dialog"
      onPointerEnter={() => preload('tokens')}
      onClick={() => app.openSheet({ name: 'tokens', side })}
    >
      <span class="unseen">{side === 'input' ? t('tokenToSend') : t('tokenToReceive')} </span>
      {token === null ? (
        <span class="token-words">
          {app.start.view.value === null ? <Skeleton width={7} /> : t('pickToken')}
        </span>
      ) : (
        <>
          <TokenIcon token={token} />
          <span class="token-words">
            <b>
              <bdi>{token.symbol}</bdi>
            </b>{' '}
            <span class="faint">
              <bdi>{chain?.name ?? ''}</bdi>
            </span>
          </span>
        </>
      )}
      <Icon name="down" />
    </button>
  )
}
