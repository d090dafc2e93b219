import { onCancelObserved, requestCancel } from './exits/cancel.ts'
import { requestRevoke } from './exits/revoke.ts'
import { requestWithdraw } from './exits/withdraw.ts'
import * as afterEnd from './flows/after-end.ts'
import { applyReading } from './flows/apply-reading.ts'
import { onAllowanceObserved, onApprovalAnswer, onApprovalLost, watchApproval } from './flows/approval.ts'
import { onBatchUnsupported, onCallsObserved, onSendAnswer } from './flows/batch.ts'
import * as beforePrompt from './flows/before-prompt.ts'
import { onReadFailed, onRunningReadFailed } from './flows/common-listeners.ts'
import { onDepositObserved, watchDeposit } from './flows/deposit.ts'
import * as inProgress from './flows/in-progress.ts'
import * as liveRequests from './flows/live-requests.ts'
import * as mining from './flows/mining.ts'
import { acceptOffer, onNewQuote } from './flows/requote.ts'
import { isChainReadDue, poll } from './flows/schedule.ts'
import * as sending from './flows/sending.ts'
import * as signature from './flows/signature.ts'
import {
  decisionTimeout,
  putAwayRunning,
  putAwaySend,
  stopAndCancel,
  stopOrder,
  stopSendRequest,
} from './flows/stop.ts'
import * as submission from './flows/submission.ts'
import * as tracking from './flows/tracking.ts'
import type { OrderState } from './order-state.ts'
import { change, type Listeners, onlyFor, type StateDefinition } from './transition.ts'

const cancelListener = { cancel: [onlyFor.signed(requestCancel), 'stays!'] } as const satisfies Listeners
const revokeListener = { revoke: [requestRevoke, 'stays!'] } as const satisfies Listeners
const withdrawListener = { withdraw: [onlyFor.inbox(requestWithdraw), 'stays!'] } as const satisfies Listeners
const failedReadListeners = {
  pollFailed: [tracking.onPollFailed, 'stays'],
  readFailed: [onRunningReadFailed, 'stays'],
} as const satisfies Listeners

const stopListener = { stop: [stopOrder, 'stopping', 'abandoned_unsigned'] } as const satisfies Listeners
const putAwayListener = { stop: [putAwayRunning, 'stays'] } as const satisfies Listeners

/** The reads before a prompt. In `confirmed`, a new quote is due only for a swap that is sent (`taskBeforePrompt`). */
const promptListeners = {
  blocked: [beforePrompt.onBlocked, 'needs_user'],
  requoted: [onNewQuote, 'stays', 'needs_user'],
  liveRequestsRead: [liveRequests.onLiveRequestsRead, 'stays', 'unknown_outcome'],
  readFailed: [onReadFailed, 'stays'],
  ...stopListener,
} as const satisfies Listeners

/** Ferry posted the signature, or a page may have it: the service and the nonce say how it continues. */
const submissionListeners = {
  polled: [tracking.onPolled, 'stays', 'pending', 'reported_terminal'],
  nonceRead: [
    onlyFor.signed(applyReading),
    'stays',
    'stopping',
    'unknown_outcome',
    'expired_unused',
    'cancelled_unused',
  ],
} as const satisfies Listeners

/** An order that ended before anything was taken. Its allowance can still be revoked. */
const endedWithoutEffect: StateDefinition = {
  task: () => ({ name: 'endLateAnswers', run: async () => ({ kind: 'lateAnswersOver' }) }),
  on: { ...revokeListener, lateAnswersOver: [(order) => change(order, {}), 'stays'] },
}

/**
 * The main table: every state of an order, its task, and the effect of every event. A missing state does not
 * compile. A pair with another result than listed here fails a test. `README.md` contains the generated
 * diagram.
 */
export const states: { readonly [state in OrderState]: StateDefinition } = {
  confirmed: {
    task: beforePrompt.taskBeforePrompt,
    on: {
      prepared: [
        beforePrompt.unlessRequoted(beforePrompt.taskBeforePrompt, beforePrompt.onPrepared),
        'stays',
        'approve_requested!',
        'approved',
        'send_requested!',
        'needs_user',
      ],
      ...promptListeners,
    },
  },
  approve_requested: {
    task: () => watchApproval,
    on: {
      walletAnswered: [onApprovalAnswer, 'stays', 'approve_sent'],
      allowanceObserved: [onAllowanceObserved, 'stays', 'confirmed', 'approved'],
      readFailed: [onReadFailed, 'stays'],
      walletRejected: [beforePrompt.onRejected, 'needs_user'],
      walletLost: [onApprovalLost, 'stays'],
      retry: [beforePrompt.retry, 'confirmed'],
      ...stopListener,
    },
  },
  approve_sent: {
    task: () => watchApproval,
    on: {
      allowanceObserved: [onAllowanceObserved, 'stays', 'confirmed', 'approved', 'needs_user'],
      retry: [beforePrompt.retry, 'confirmed'],
      readFailed: [onReadFailed, 'stays'],
      ...stopListener,
    },
  },
  approved: {
    task: beforePrompt.taskWhenApproved,
    on: {
      readyToSign: [
        beforePrompt.unlessRequoted(
          beforePrompt.taskWhenApproved,
          onlyFor.signed(signature.requestSignature),
        ),
        'stays',
        'sign_requested!',
        'needs_user',
      ],
      prepared: [
        beforePrompt.unlessRequoted(beforePrompt.taskWhenApproved, beforePrompt.onPreparedAfterApproval),
        'stays',
        'send_requested!',
        'needs_user',
      ],
      ...promptListeners,
    },
  },
  sign_requested: {
    task: () => signature.signatureTimeout,
    on: {
      walletAnswered: [onlyFor.signed(signature.onSignatureAnswer), 'signed', 'needs_user'],
      walletRejected: [beforePrompt.onRejected, 'needs_user'],
      // Ferry has no signature to post. A page may have one, so the request stays in `liveRequests` until the chain
      // closes it. Stopping the swap drops it if it went through no page (`stopOrder`).
      walletLost: [beforePrompt.onRejected, 'needs_user'],
      signatureTimedOut: [signature.onSignatureTimedOut, 'needs_user'],
      retry: [beforePrompt.retry, 'confirmed'],
      ...stopListener,
    },
  },
  signed: {
    task: signature.taskAfterSignature,
    on: {
      signatureChecked: [onlyFor.signed(signature.onSignatureChecked), 'submitting', 'needs_user'],
      signatureTimedOut: [onlyFor.signed(signature.onSignatureTimedOut), 'needs_user'],
      readFailed: [onReadFailed, 'stays'],
    },
  },
  submitting: {
    task: submission.taskWhileSubmitting,
    on: {
      ...failedReadListeners,
      ...cancelListener,
      signatureTimedOut: [onlyFor.signed(submission.onNeverPosted), 'needs_user'],
      posting: [onlyFor.signed(submission.onPosting), 'stays'],
      submitAccepted: [onlyFor.signed(submission.onSubmitAccepted), 'stays', 'submitted'],
      submitFailed: [onlyFor.signed(submission.onSubmitFailed), 'stays'],
      ...putAwayListener,
      ...submissionListeners,
    },
  },
  submitted: {
    task: inProgress.taskAfterAcceptance,
    on: {
      ...failedReadListeners,
      ...cancelListener,
      ...putAwayListener,
      ...submissionListeners,
    },
  },
  send_requested: {
    task: inProgress.taskWhileSendRequested,
    on: {
      ...failedReadListeners,
      walletAnswered: [onSendAnswer, 'sent', 'unknown_outcome'],
      sentToWallet: [sending.onSentToWallet, 'stays'],
      walletRejected: [sending.onSendRejected, 'needs_user', 'unknown_outcome'],
      walletLost: [sending.onSendRequestLost, 'unknown_outcome'],
      batchUnsupported: [onlyFor.calls(onBatchUnsupported), 'confirmed'],
      polled: [tracking.onPolledWhileRequested, 'stays'],
      transactionFound: [sending.onTransactionFound, 'stays', 'sent', 'unknown_outcome'],
      stop: [stopSendRequest, 'unknown_outcome', 'stopping', 'abandoned_unsigned'],
    },
  },
  sent: {
    task: mining.taskWhileSent,
    on: {
      ...failedReadListeners,
      callsObserved: [onlyFor.calls(onCallsObserved), 'stays', 'needs_user'],
      polled: [tracking.onPolled, 'stays', 'pending', 'reported_terminal'],
      transactionObserved: [
        mining.onTransactionObserved,
        'stays',
        'pending',
        'needs_user',
        'unknown_outcome',
        'reported_terminal',
      ],
      transactionMissing: [mining.transactionMissing, 'stays', 'unknown_outcome'],
      transactionRepriced: [mining.transactionRepriced, 'stays'],
      stop: [putAwaySend, 'stopping'],
    },
  },
  deposit_awaited: {
    task: (order) => (isChainReadDue(order) ? watchDeposit : poll),
    on: {
      ...failedReadListeners,
      depositObserved: [onlyFor.deposit(onDepositObserved), 'stays'],
      depositLapsed: [tracking.onDepositLapsed, 'reported_terminal'],
      ...putAwayListener,
      polled: [tracking.onPolled, 'stays', 'pending', 'reported_terminal'],
    },
  },
  pending: {
    task: inProgress.taskInProgress,
    on: {
      ...failedReadListeners,
      ...cancelListener,
      ...withdrawListener,
      proof: [onlyFor.inbox(inProgress.onWithdrawnProof), 'stays', 'verified_terminal'],
      transactionObserved: [
        inProgress.untilConfirmed(mining.onTransactionObserved),
        'stays',
        'sent',
        'needs_user',
        'unknown_outcome',
      ],
      transactionMissing: [
        inProgress.untilConfirmed(mining.transactionMissing),
        'stays',
        'sent',
        'unknown_outcome',
      ],
      transactionRepriced: [inProgress.untilConfirmed(mining.transactionRepriced), 'stays', 'sent'],
      polled: [tracking.onPolled, 'stays', 'reported_terminal'],
      nonceRead: [onlyFor.signed(applyReading), 'stays', 'stopping', 'expired_unused', 'cancelled_unused'],
      ...putAwayListener,
    },
  },
  needs_user: {
    // A request that may have been used is read while the swap is stopping, with growing waits.
    task: () => decisionTimeout,
    on: {
      retry: [beforePrompt.retry, 'confirmed'],
      acceptOffer: [acceptOffer, 'confirmed'],
      cancel: [onlyFor.signed(stopAndCancel), 'stopping!'],
      decisionTimedOut: [stopOrder, 'stopping', 'abandoned_unsigned'],
      ...stopListener,
    },
  },
  stopping: {
    task: liveRequests.taskWhileStopping,
    on: {
      ...failedReadListeners,
      ...cancelListener,
      ...withdrawListener,
      ...revokeListener,
      readFailed: [liveRequests.onStoppingReadFailed, 'stays', 'abandoned_unsigned'],
      callsObserved: [
        onlyFor.calls(liveRequests.onCallsObservedWhileStopping),
        'stays',
        'sent',
        'abandoned_unsigned',
      ],
      liveRequestsRead: [
        liveRequests.onStoppedRequestsRead,
        'stays',
        'unknown_outcome',
        'abandoned_unsigned',
        'expired_unused',
        'cancelled_unused',
      ],
      // Only a sent swap is polled. Of a signed one the nonce is read.
      ...submissionListeners,
      nonceRead: [
        onlyFor.signed(applyReading),
        'stays',
        'unknown_outcome',
        'expired_unused',
        'cancelled_unused',
      ],
    },
  },
  unknown_outcome: {
    task: inProgress.taskWhileUnknown,
    on: {
      ...failedReadListeners,
      ...cancelListener,
      ...withdrawListener,
      walletAnswered: [onSendAnswer, 'stays', 'sent'],
      walletRejected: [sending.onSendRejected, 'stays', 'needs_user'],
      walletLost: [sending.onSendRequestLost, 'stays'],
      stop: [putAwaySend, 'stays', 'stopping'],
      liveRequestsRead: [liveRequests.onUnknownRequestsRead, 'stays', 'abandoned_unsigned'],
      callsObserved: [onlyFor.calls(onCallsObserved), 'stays', 'sent', 'needs_user'],
      polled: [tracking.onPolled, 'stays', 'pending', 'reported_terminal'],
      transactionFound: [sending.onTransactionFound, 'stays', 'sent'],
      transactionObserved: [
        mining.onTransactionObserved,
        'stays',
        'sent',
        'pending',
        'needs_user',
        'reported_terminal',
      ],
      transactionMissing: [mining.transactionMissing, 'stays'],
      transactionRepriced: [mining.transactionRepriced, 'sent'],
      nonceRead: [onlyFor.signed(applyReading), 'stays', 'stopping', 'expired_unused', 'cancelled_unused'],
    },
  },
  abandoned_unsigned: endedWithoutEffect,
  expired_unused: endedWithoutEffect,
  cancelled_unused: endedWithoutEffect,
  reported_terminal: {
    task: afterEnd.taskAfterEnd,
    on: {
      ...failedReadListeners,
      ...cancelListener,
      ...withdrawListener,
      ...revokeListener,
      polled: [tracking.onPolled, 'stays'],
      proof: [applyReading, 'stays', 'stopping', 'verified_terminal'],
      nonceRead: [onlyFor.signed(applyReading), 'stays', 'stopping', 'verified_terminal'],
      cancelObserved: [onlyFor.signed(onCancelObserved), 'stays', 'stopping', 'verified_terminal'],
      depositObserved: [onlyFor.deposit(applyReading), 'stays'],
      callsObserved: [onlyFor.calls(afterEnd.onFoundAfterEnd), 'stays'],
      transactionFound: [afterEnd.onFoundAfterEnd, 'stays'],
      // The others follow an end that Ferry read from a receipt.
      transactionObserved: [afterEnd.onTransactionAfterEnd, 'stays', 'sent', 'needs_user', 'unknown_outcome'],
      transactionMissing: [afterEnd.onTransactionAfterEnd, 'stays', 'sent', 'unknown_outcome'],
      transactionRepriced: [afterEnd.onTransactionAfterEnd, 'stays', 'sent'],
      liveRequestsRead: [afterEnd.onLiveRequestsAfterEnd, 'stays'],
    },
  },
  verified_terminal: {
    // Due after `fulfilled`, for up to 60 reads until the service reports `settled` (`isCompletionPending`), and while another
    // signature may be used.
    task: afterEnd.taskAfterVerifiedEnd,
    on: {
      ...failedReadListeners,
      ...revokeListener,
      polled: [tracking.onPolledVerified, 'stays'],
      liveRequestsRead: [onlyFor.signed(afterEnd.onLiveRequestsAfterEnd), 'stays'],
    },
  },
}
