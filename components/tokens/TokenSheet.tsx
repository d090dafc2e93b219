import { addressLink } from '../../lib/base/explorer-link.ts'
import { nativeAddress } from '../../lib/base/hex.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { PickerModel } from '../../lib/models/picker-model.ts'
import { type Token, tokenKey } from '../../lib/service/token.ts'
import { balanceOf } from '../parts/amount-text.ts'
import { Button } from '../parts/Button.tsx'
import { CopyButton } from '../parts/CopyButton.tsx'
import { formatDollars } from '../parts/format.ts'
import { AddressLink, ChunkedAddress, Fact, TextFact } from '../parts/IdFact.tsx'
import { Notice } from '../parts/Notice.tsx'
import { TokenIcon } from '../parts/Picture.tsx'
import { Sheet } from '../parts/Sheet.tsx'
import { t } from '../parts/text.ts'

interface TokenProps {
  readonly app: AppModel
  readonly token: Token
}

/** Shows what Ferry knows of a token, and why it has a warning. Closing returns to the list. */
export function TokenSheet({
  app,
  model,
  token,
  onPick,
  onClose,
}: TokenProps & { model: PickerModel; onPick: () => void; onClose: () => void }) {
  const { symbol, name, chainId } = token
  const price = model.priceInUsdOf(token)
  const units = model.balances.value[tokenKey(token)] ?? '0'
  const value = model.valueInUsdOf(token)
  return (
    <Sheet key="token" title={t('tokenDetails')} onClose={onClose}>
      <div class="stack" data-testid="token-sheet">
        <div class="card line loose">
          <TokenIcon token={token} size={36} />
          <p class="row-words breaks">
            <b>
              <bdi>{symbol}</bdi>
            </b>
            <bdi class="faint">{name}</bdi>
          </p>
        </div>
        <TokenWarnings token={token} />
        <dl class="facts card">
          <TextFact name={t('chain')} text={app.start.chainName(chainId)} />
          {price !== null && <Fact name={t('tokenPrice')}>{formatDollars(price)}</Fact>}
          {units !== '0' && (
            <Fact name={t('tokenHeld')}>
              {model.isHidden.value ? t('balanceHidden') : balanceOf(units, token)}
              {value !== null && <span class="faint"> · {formatDollars(value)}</span>}
            </Fact>
          )}
          <Fact name={t('tokenListed')}>
            {t(token.isVerified ? 'tokenListed_ferry' : 'tokenListed_service')}
          </Fact>
        </dl>
        <Contract app={app} token={token} />
        {model.canUse(chainId) && (
          <Button look={token.isVerified ? 'primary' : 'secondary'} testId="token-use" onPress={onPick}>
            {token.isVerified ? t('tokenUse', { symbol }) : t('tokenUseAnyway')}
          </Button>
        )}
      </div>
    </Sheet>
  )
}

function TokenWarnings({ token: { imitates, isVerified, isOddlyNamed } }: { token: Token }) {
  if (isVerified) return null
  return (
    <Notice
      tone={imitates === undefined ? 'warning' : 'danger'}
      title={imitates === undefined ? t('unverified') : t('notTheKnown', { symbol: imitates })}
      data-testid="token-why"
    >
      <p>{imitates === undefined ? t('unverifiedWhy') : t('imitatesWhy', { known: imitates })}</p>
      {isOddlyNamed && <p>{t('oddlyNamedWhy')}</p>}
    </Notice>
  )
}

/** The contract is what the token is: names can be copied. */
function Contract({ app, token: { chainId, address } }: TokenProps) {
  const chain = app.start.chainOf(chainId)
  if (address === nativeAddress)
    return <p class="hint">{t('tokenNative', { chain: app.start.chainName(chainId) })}</p>
  return (
    <section class="card facts" aria-label={t('tokenContract')}>
      <p class="faint">{t('tokenContract')}</p>
      <p class="long-hex">
        <ChunkedAddress text={address} />
        <CopyButton label={t('copyAddress')} read={() => address} testid="token-copy" />
      </p>
      <AddressLink link={addressLink(chain, address)} testId="token-explorer" />
    </section>
  )
}
