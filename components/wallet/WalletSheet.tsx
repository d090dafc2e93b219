import { useSignal } from '@preact/signals'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { WalletsModel } from '../../lib/models/wallets-model.ts'
import type { DetectedWallet } from '../../lib/wallet/port.ts'
import { canPayFromExchange } from '../home/form-steps.ts'
import { Button } from '../parts/Button.tsx'
import { Icon } from '../parts/Icon.tsx'
import { Notice } from '../parts/Notice.tsx'
import { PasteField } from '../parts/PasteField.tsx'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { Sheet } from '../parts/Sheet.tsx'
import { t } from '../parts/text.ts'
import { WalletMark } from '../parts/WalletMark.tsx'
import { ConnectStep, TabWarning, WalletRow, walletName } from './WalletRow.tsx'

/** Lists the wallets that responded. No wallet receives a request before it is chosen. */
export function WalletSheet({
  app,
  model,
  isPageOpen = false,
}: {
  app: AppModel
  model: WalletsModel
  /** The person just opened the wallet page: picking one of its wallets connects immediately. */
  isPageOpen?: boolean
}) {
  const offers = model.offers.value
  const problem = model.problem.value
  const picked = useSignal<DetectedWallet | null>(null)
  const isMoreOpen = useSignal(false)
  const isEmpty = (offers ?? []).length === 0 && !model.isSearching.value && problem === null
  /** The wallet whose step the person just left. Its row gets the focus again. */
  const previousOffer = useSignal<DetectedWallet | null>(null)
  function use({ connector, id, tab }: DetectedWallet): void {
    app.closeSheet()
    void app.start.connect({ connector, id, ...(tab === undefined ? {} : { tab }) })
  }
  function pick(offer: DetectedWallet): void {
    if (isPageOpen && offer.tab === undefined && offer.connector === 'page' && offer.state === 'there')
      use(offer)
    else picked.value = offer
  }
  if (picked.value !== null) {
    // Use the current state of the picked wallet: its access or sleep state may have changed.
    const offer = offers?.find((one) => isSameOffer(one, picked.value)) ?? picked.value
    const leave = (): void => {
      previousOffer.value = offer
      picked.value = null
    }
    if (offer.tab !== undefined) {
      return (
        <Sheet key="warning" title={t('tabWarning')} onClose={app.closeSheet}>
          <TabWarning offer={offer} onUse={() => use(offer)} onLeave={leave} />
        </Sheet>
      )
    }
    return (
      <Sheet
        key="connect"
        title={
          offer.state === 'closed' ? t('walletConnectAny') : t('walletConnectTo', { name: walletName(offer) })
        }
        onClose={app.closeSheet}
      >
        {problem !== null && <ProblemNotice problem={problem} omitsMoney />}
        <ConnectStep
          offer={offer}
          onConnect={() => (offer.state === 'needsPermission' ? void model.allow(offer) : use(offer))}
          onLeave={leave}
        />
      </Sheet>
    )
  }
  return (
    <Sheet
      key="wallets"
      title={t('walletChoose')}
      focusSelector={walletRowSelector(previousOffer.value)}
      onClose={app.closeSheet}
    >
      {problem !== null && <ProblemNotice problem={problem} omitsMoney />}
      {isPageOpen && (
        <p class="faint inset" role="status" data-testid="wallets-several">
          {t('walletsSeveral')}
        </p>
      )}
      {offers !== null && offers.length > 0 && (
        <div class="stack" data-testid="wallet-list">
          {offers.map((offer) => (
            <WalletRow
              key={`${offer.connector} ${offer.tab?.tabId} ${offer.id}`}
              offer={offer}
              isLooking={model.isLooking.value}
              onPick={() => pick(offer)}
            />
          ))}
        </div>
      )}
      <WalletSearch model={model} />
      {isEmpty && (
        <NoWallet
          app={app}
          onWatch={() => {
            isMoreOpen.value = true
            requestAnimationFrame(() => document.getElementById('watch-address')?.focus())
          }}
        />
      )}
      <MoreConnections app={app} model={model} isOpen={isMoreOpen.value} />
    </Sheet>
  )
}

function isSameOffer(one: DetectedWallet, other: DetectedWallet | null): boolean {
  return one.connector === other?.connector && one.id === other.id && one.tab?.tabId === other.tab?.tabId
}

function walletRowSelector(offer: DetectedWallet | null): string {
  if (offer === null) return 'h2'
  const { id, tab } = offer
  const place = tab === undefined ? ':not([data-tab])' : `[data-tab="${tab.tabId}"]`
  return `[data-wallet="${CSS.escape(id ?? '')}"]${place}`
}

function MoreConnections({ app, model, isOpen }: { app: AppModel; model: WalletsModel; isOpen: boolean }) {
  async function watch(text: string): Promise<void> {
    if (await model.watch(text)) app.closeSheet()
  }
  return (
    <details class="apart" open={isOpen}>
      <summary data-testid="wallet-more">{t('walletMore')}</summary>
      <PasteField
        name="extension-add"
        label={t('extensionAdd')}
        action={t('add')}
        placeholder={t('extensionId')}
        problem={model.extensionProblem.value}
        onSend={model.addExtension}
      />
      <PasteField
        name="watch-address"
        label={t('watchTitle')}
        action={t('watchStart')}
        placeholder="0x…"
        problem={model.watchProblem.value}
        onSend={watch}
      />
    </details>
  )
}

/** Three ways to continue without a wallet. The links are those of the deployment file, each with its host. */
function NoWallet({ app, onWatch }: { app: AppModel; onWatch: () => void }) {
  return (
    <div class="stack" data-testid="no-wallet">
      {(app.start.view.value?.walletLinks ?? []).map(({ name, url }) => (
        <a
          key={url}
          class="card row line loose"
          href={url}
          target="_blank"
          rel="noreferrer noopener"
          data-testid="wallet-get"
        >
          <WalletMark wallet={{ name, iconUrl: null }} />
          <span class="row-words spread">
            <b>{t('walletGet', { name })}</b>
            <span class="faint">
              <bdi>{new URL(url).host}</bdi>
            </span>
          </span>
          <Icon name="out" />
        </a>
      ))}
      {canPayFromExchange(app) && (
        <Button
          look="card row line loose"
          testId="no-wallet-exchange"
          onPress={() => {
            app.closeSheet()
            app.go({ name: 'deposit', step: 1 })
          }}
        >
          <span class="wallet-mark">
            <Icon name="flip" />
          </span>
          <b class="spread">{t('exchangeTitle')}</b>
          <Icon name="next" />
        </Button>
      )}
      <Button look="card row line loose" testId="no-wallet-watch" onPress={onWatch}>
        <span class="wallet-mark">
          <Icon name="person" />
        </span>
        <b class="spread">{t('watchTitle')}</b>
        <Icon name="next" />
      </Button>
    </div>
  )
}

/** Says whether the search still runs. Afterwards offers to search again. */
export function WalletSearch({ model }: { model: WalletsModel }) {
  const { offers, isSearching, problem, load } = model
  const isEmpty = (offers.value ?? []).length === 0 && problem.value === null
  const again = !isSearching.value && (
    <Button look="secondary" testId="wallets-look" onPress={load}>
      {t('walletsLook')}
    </Button>
  )
  if (isEmpty && !isSearching.value) {
    return (
      <Notice tone="info" role="status" title={t('walletsEmpty')} actions={again}>
        <p>{t('walletsEmpty_next')}</p>
      </Notice>
    )
  }
  return (
    <>
      <p class={isSearching.value ? 'line loose inset small faint' : 'unseen'} role="status">
        {isSearching.value && (
          <>
            <span class="spinner" />
            <span>{t(isEmpty ? 'walletsLooking' : 'walletsLookingMore')}</span>
          </>
        )}
      </p>
      {again}
    </>
  )
}
