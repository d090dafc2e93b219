import { onCancelObserved, requestCancel } from './exits/cancel.ts'
import { requestRevoke } from './exits/revoke.ts'
import { requestWithdraw } from './exits/withdraw.ts'
import {
  onFoundAfterEnd,
  onLiveRequestsAfterEnd,
  onTransactionAfterEnd,
  taskAfterEnd,
  taskAfterVerifiedEnd,
} from './flows/after-end.ts'
import { applyReading } from './flows/apply-reading.ts'
import { onAllowanceObserved, onApprovalAnswer, onApprovalLost, watchApproval } from './flows/approval.ts'
import { onBatchUnsupported, onCallsObserved, onSendAnswer } from './flows/batch.ts'
import {
  onBlocked,
  onPrepared,
  onPreparedAfterApproval,
  onRejected,
  retry,
  taskBeforePrompt,
  taskWhenApproved,
  unlessRequoted,
} from './flows/before-prompt.ts'
import { onReadFailed, onRunningReadFailed } from './flows/common-listeners.ts'
import { onDepositObserved, watchDeposit } from './flows/deposit.ts'
import {
  onWithdrawnProof,
  taskAfterAcceptance,
  taskInProgress,
  taskWhileSendRequested,
  taskWhileUnknown,
  untilConfirmed,
} from './flows/in-progress.ts'
import {
  onCallsObservedWhileStopping,
  onLiveRequestsRead,
  onStoppedRequestsRead,
  onStoppingReadFailed,
  onUnknownRequestsRead,
  taskWhileStopping,
} from './flows/live-requests.ts'
import {
  onTransactionObserved,
  taskWhileSent,
  transactionMissing,
  transactionRepriced,
} from './flows/mining.ts'
import { acceptOffer, onNewQuote } from './flows/requote.ts'
import { isChainReadDue, poll } from './flows/schedule.ts'
import {
  onSendLost,
  onSendRejected,
  onSendRequestLost,
  onSentToWallet,
  onTransactionFound,
} from './flows/sending.ts'
import {
  onSignatureAnswer,
  onSignatureChecked,
  onSignatureTimedOut,
  requestSignature,
  signatureTimeout,
  taskAfterSignature,
} from './flows/signature.ts'
import { decisionTimeout, putAwayRunning, putAwaySend, stopAndCancel, stopOrder } from './flows/stop.ts'
import {
  onNeverPosted,
  onPosting,
  onSubmitAccepted,
  onSubmitFailed,
  taskWhileSubmitting,
} from './flows/submission.ts'
import {
  onDepositLapsed,
  onPolled,
  onPolledVerified,
  onPolledWhileRequested,
  onPollFailed,
} from './flows/tracking.ts'
import type { OrderState } from './order-state.ts'
import { change, type Listeners, onlyFor, type StateDefinition } from './transition.ts'

const cancelListener = { cancel: [onlyFor.signed(requestCancel), 'stays!'] } as const satisfies Listeners
const revokeListener = { revoke: [requestRevoke, 'stays!'] } as const satisfies Listeners
const withdrawListener = { withdraw: [onlyFor.inbox(requestWithdraw), 'stays!'] } as const satisfies Listeners
const failedReadListeners = {
  pollFailed: [onPollFailed, 'stays'],
  readFailed: [onRunningReadFailed, 'stays'],
} as const satisfies Listeners

const putAwayListener = { stop: [putAwayRunning, 'stays'] } as const satisfies Listeners

/** Ferry posted the signature, or a page may have it: the service and the nonce say how it continues. */
const submissionListeners = {
  polled: [onPolled, 'stays', 'pending', 'reported_terminal'],
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
    task: taskBeforePrompt,
    on: {
      prepared: [
        unlessRequoted(taskBeforePrompt, onPrepared),
        'stays',
        'approve_requested!',
        'approved',
        'send_requested!',
        'needs_user',
      ],
      blocked: [onBlocked, 'needs_user'],
      // Due only for a swap that is sent. A signed one gets its new quote in `approved` (`taskBeforePrompt`).
      requoted: [onNewQuote, 'stays', 'needs_user'],
      liveRequestsRead: [onLiveRequestsRead, 'stays', 'unknown_outcome'],
      readFailed: [onReadFailed, 'stays'],
      stop: [stopOrder, 'stopping', 'abandoned_unsigned'],
    },
  },
  approve_requested: {
    task: () => watchApproval,
    on: {
      walletAnswered: [onApprovalAnswer, 'stays', 'approve_sent'],
      allowanceObserved: [onAllowanceObserved, 'stays', 'confirmed', 'approved'],
      readFailed: [onReadFailed, 'stays'],
      walletRejected: [onRejected, 'needs_user'],
      walletLost: [onApprovalLost, 'stays'],
      retry: [retry, 'confirmed'],
      stop: [stopOrder, 'stopping', 'abandoned_unsigned'],
    },
  },
  approve_sent: {
    task: () => watchApproval,
    on: {
      allowanceObserved: [onAllowanceObserved, 'stays', 'confirmed', 'approved', 'needs_user'],
      retry: [retry, 'confirmed'],
      readFailed: [onReadFailed, 'stays'],
      stop: [stopOrder, 'stopping', 'abandoned_unsigned'],
    },
  },
  approved: {
    task: taskWhenApproved,
    on: {
      readyToSign: [
        unlessRequoted(taskWhenApproved, onlyFor.signed(requestSignature)),
        'stays',
        'sign_requested!',
        'needs_user',
      ],
      prepared: [
        unlessRequoted(taskWhenApproved, onPreparedAfterApproval),
        'stays',
        'send_requested!',
        'needs_user',
      ],
      blocked: [onBlocked, 'needs_user'],
      requoted: [onNewQuote, 'stays', 'needs_user'],
      liveRequestsRead: [onLiveRequestsRead, 'stays', 'unknown_outcome'],
      readFailed: [onReadFailed, 'stays'],
      stop: [stopOrder, 'stopping', 'abandoned_unsigned'],
    },
  },
  sign_requested: {
    task: () => signatureTimeout,
    on: {
      walletAnswered: [onlyFor.signed(onSignatureAnswer), 'signed', 'needs_user'],
      walletRejected: [onRejected, 'needs_user'],
      // Ferry has no signature to post. A page may have one, so the request stays in `liveRequests` until the chain
      // closes it. Stopping the swap drops it if it went through no page (`stopOrder`).
      walletLost: [onRejected, 'needs_user'],
      signatureTimedOut: [onSignatureTimedOut, 'needs_user'],
      retry: [retry, 'confirmed'],
      stop: [stopOrder, 'stopping', 'abandoned_unsigned'],
    },
  },
  signed: {
    task: taskAfterSignature,
    on: {
      signatureChecked: [onlyFor.signed(onSignatureChecked), 'submitting', 'needs_user'],
      signatureTimedOut: [onlyFor.signed(onSignatureTimedOut), 'needs_user'],
      readFailed: [onReadFailed, 'stays'],
    },
  },
  submitting: {
    task: taskWhileSubmitting,
    on: {
      ...failedReadListeners,
      ...cancelListener,
      signatureTimedOut: [onlyFor.signed(onNeverPosted), 'needs_user'],
      posting: [onlyFor.signed(onPosting), 'stays'],
      submitAccepted: [onlyFor.signed(onSubmitAccepted), 'stays', 'submitted'],
      submitFailed: [onlyFor.signed(onSubmitFailed), 'stays'],
      ...putAwayListener,
      ...submissionListeners,
    },
  },
  submitted: {
    task: taskAfterAcceptance,
    on: {
      ...failedReadListeners,
      ...cancelListener,
      ...putAwayListener,
      ...submissionListeners,
    },
  },
  send_requested: {
    task: taskWhileSendRequested,
    on: {
      ...failedReadListeners,
      walletAnswered: [onSendAnswer, 'sent', 'unknown_outcome'],
      sentToWallet: [onSentToWallet, 'stays'],
      walletRejected: [onSendRejected, 'needs_user', 'unknown_outcome'],
      walletLost: [onSendRequestLost, 'unknown_outcome'],
      batchUnsupported: [onlyFor.calls(onBatchUnsupported), 'confirmed'],
      polled: [onPolledWhileRequested, 'stays'],
      transactionFound: [onTransactionFound, 'stays', 'sent', 'unknown_outcome'],
      // Stops only the wait for the wallet. The transaction may still be sent, and the chain shows it.
      stop: [(order, _event, context) => onSendLost(order, context), 'unknown_outcome'],
    },
  },
  sent: {
    task: taskWhileSent,
    on: {
      ...failedReadListeners,
      callsObserved: [onlyFor.calls(onCallsObserved), 'stays', 'needs_user'],
      polled: [onPolled, 'stays', 'pending', 'reported_terminal'],
      transactionObserved: [
        onTransactionObserved,
        'stays',
        'pending',
        'needs_user',
        'unknown_outcome',
        'reported_terminal',
      ],
      transactionMissing: [transactionMissing, 'stays', 'unknown_outcome'],
      transactionRepriced: [transactionRepriced, 'stays'],
      stop: [putAwaySend, 'stopping'],
    },
  },
  deposit_awaited: {
    task: (order) => (isChainReadDue(order) ? watchDeposit : poll),
    on: {
      ...failedReadListeners,
      depositObserved: [onlyFor.deposit(onDepositObserved), 'stays'],
      depositLapsed: [onDepositLapsed, 'reported_terminal'],
      ...putAwayListener,
      polled: [onPolled, 'stays', 'pending', 'reported_terminal'],
    },
  },
  pending: {
    task: taskInProgress,
    on: {
      ...failedReadListeners,
      ...cancelListener,
      ...withdrawListener,
      proof: [onlyFor.inbox(onWithdrawnProof), 'stays', 'verified_terminal'],
      transactionObserved: [
        untilConfirmed(onTransactionObserved),
        'stays',
        'sent',
        'needs_user',
        'unknown_outcome',
      ],
      transactionMissing: [untilConfirmed(transactionMissing), 'stays', 'sent', 'unknown_outcome'],
      transactionRepriced: [untilConfirmed(transactionRepriced), 'stays', 'sent'],
      polled: [onPolled, 'stays', 'reported_terminal'],
      nonceRead: [onlyFor.signed(applyReading), 'stays', 'stopping', 'expired_unused', 'cancelled_unused'],
      ...putAwayListener,
    },
  },
  needs_user: {
    // A request that may have been used is read while the swap is stopping, with growing waits.
    task: () => decisionTimeout,
    on: {
      retry: [retry, 'confirmed'],
      acceptOffer: [acceptOffer, 'confirmed'],
      cancel: [onlyFor.signed(stopAndCancel), 'stopping!'],
      decisionTimedOut: [stopOrder, 'stopping', 'abandoned_unsigned'],
      stop: [stopOrder, 'stopping', 'abandoned_unsigned'],
    },
  },
  stopping: {
    task: taskWhileStopping,
    on: {
      ...failedReadListeners,
      ...cancelListener,
      ...withdrawListener,
      ...revokeListener,
      readFailed: [onStoppingReadFailed, 'stays', 'abandoned_unsigned'],
      callsObserved: [onlyFor.calls(onCallsObservedWhileStopping), 'stays', 'sent', 'abandoned_unsigned'],
      liveRequestsRead: [
        onStoppedRequestsRead,
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
    task: taskWhileUnknown,
    on: {
      ...failedReadListeners,
      ...cancelListener,
      ...withdrawListener,
      walletAnswered: [onSendAnswer, 'stays', 'sent'],
      walletRejected: [onSendRejected, 'stays', 'needs_user'],
      walletLost: [onSendRequestLost, 'stays'],
      stop: [putAwaySend, 'stays', 'stopping'],
      liveRequestsRead: [onUnknownRequestsRead, 'stays', 'abandoned_unsigned'],
      callsObserved: [onlyFor.calls(onCallsObserved), 'stays', 'sent', 'needs_user'],
      polled: [onPolled, 'stays', 'pending', 'reported_terminal'],
      transactionFound: [onTransactionFound, 'stays', 'sent'],
      transactionObserved: [
        onTransactionObserved,
        'stays',
        'sent',
        'pending',
        'needs_user',
        'reported_terminal',
      ],
      transactionMissing: [transactionMissing, 'stays'],
      transactionRepriced: [transactionRepriced, 'sent'],
      nonceRead: [onlyFor.signed(applyReading), 'stays', 'stopping', 'expired_unused', 'cancelled_unused'],
    },
  },
  abandoned_unsigned: endedWithoutEffect,
  expired_unused: endedWithoutEffect,
  cancelled_unused: endedWithoutEffect,
  reported_terminal: {
    task: taskAfterEnd,
    on: {
      ...failedReadListeners,
      ...cancelListener,
      ...withdrawListener,
      ...revokeListener,
      polled: [onPolled, 'stays'],
      proof: [applyReading, 'stays', 'stopping', 'verified_terminal'],
      nonceRead: [onlyFor.signed(applyReading), 'stays', 'stopping', 'verified_terminal'],
      cancelObserved: [onlyFor.signed(onCancelObserved), 'stays', 'stopping', 'verified_terminal'],
      depositObserved: [onlyFor.deposit(applyReading), 'stays'],
      callsObserved: [onlyFor.calls(onFoundAfterEnd), 'stays'],
      transactionFound: [onFoundAfterEnd, 'stays'],
      transactionObserved: [onTransactionAfterEnd, 'stays'],
      transactionMissing: [onTransactionAfterEnd, 'stays'],
      transactionRepriced: [onTransactionAfterEnd, 'stays'],
      liveRequestsRead: [onLiveRequestsAfterEnd, 'stays'],
    },
  },
  verified_terminal: {
    // Due after `fulfilled`, for up to 60 reads until the service reports `settled` (`isCompletionPending`), and while another
    // signature may be used.
    task: taskAfterVerifiedEnd,
    on: {
      ...failedReadListeners,
      ...revokeListener,
      polled: [onPolledVerified, 'stays'],
      liveRequestsRead: [onlyFor.signed(onLiveRequestsAfterEnd), 'stays'],
    },
  },
}
