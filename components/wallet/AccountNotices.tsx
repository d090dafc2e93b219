import { shortenHex } from '../../lib/base/hex.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import { isForm } from '../../lib/models/follow-form.ts'
import { Button } from '../parts/Button.tsx'
import { CloseButton } from '../parts/CloseButton.tsx'
import { ChunkedAddress } from '../parts/IdFact.tsx'
import { LateNotice } from '../parts/LateNotice.tsx'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { t } from '../parts/text.ts'
import { AccountSource } from './AccountSource.tsx'

/**
 * Stays until the person uses the new account or keeps the old one. The main action is the safe one: Ferry has no proof
 * that the new account is theirs.
 */
export function AccountOffer({ app }: { app: AppModel }) {
  const offered = app.start.accountOffered.value
  const problem = app.start.accountProblem.value
  if (offered === null) return null
  return (
    <LateNotice
      testId="account-offer"
      title={t('accountOffered')}
      actions={
        <>
          <Button look="primary" testId="account-keep" onPress={app.start.keepAccount}>
            {t('accountOffered_keep')}
          </Button>
          <Button
            look="secondary"
            testId="account-use"
            onPress={() => app.start.acceptAccount(offered.address)}
          >
            {t('accountOffered_use')}
          </Button>
        </>
      }
      details={
        <>
          <p class="long-hex" data-testid="account-offered">
            <ChunkedAddress text={offered.address} />
          </p>
          {offered.wallet !== null && <AccountSource wallet={offered.wallet} />}
        </>
      }
    >
      <p>
        {t('accountOffered_why', {
          account: shortenHex(offered.address),
          wallet: offered.wallet?.name ?? t('watching'),
        })}
      </p>
      {problem !== null && <ProblemNotice problem={problem} isQuiet />}
    </LateNotice>
  )
}

/** Says that Ferry left an open review because the wallet switched accounts, and to which account. */
export function ReviewClosedNotice({ app }: { app: AppModel }) {
  const left = app.reviewLeft.value
  if (left === null) return null
  return (
    <LateNotice
      testId="review-left"
      title={t(left.account === null ? 'reviewLeft_none' : 'reviewLeft')}
      details={
        left.account === null ? undefined : (
          <p class="long-hex">
            <ChunkedAddress text={left.account.address} />
          </p>
        )
      }
      dismissId="review-left-dismiss"
      onDismiss={() => {
        app.reviewLeft.value = null
      }}
    >
      <p>{t('reviewLeft_next')}</p>
    </LateNotice>
  )
}

/** Says on the form why the last wallet request for an account failed. Where the wallet offers an account, the offer says so. */
export function AccountProblem({ app }: { app: AppModel }) {
  const { accountProblem, accountOffered } = app.start
  const problem = accountProblem.value
  if (problem === null || accountOffered.value !== null || !isForm(app.screen.value)) return null
  return (
    <ProblemNotice
      class="late"
      problem={problem}
      omitsMoney
      whatToDo={problem.code === 'walletRejected' ? t('exitNext_again') : undefined}
      end={
        <CloseButton
          testId="dismiss-account-problem"
          title={t('dismiss')}
          onPress={() => {
            accountProblem.value = null
          }}
        />
      }
    />
  )
}
