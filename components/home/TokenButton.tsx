import type { AppModel } from '../../lib/models/app-model.ts'
import { Icon } from '../parts/Icon.tsx'
import { TokenIcon } from '../parts/Picture.tsx'
import { Skeleton } from '../parts/Skeleton.tsx'
import { t } from '../parts/text.ts'
import { preload } from '../screens.tsx'

/** Shows the token of one side with its chain; opens the picker. */
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
