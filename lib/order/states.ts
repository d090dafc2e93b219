import { type Listeners, only, type StateDefinition } from './change.ts'
import {
  allowanceSeen,
  approvalAnswered,
  prepared,
  preparedApproved,
  watchApproval,
} from './flows/approval.ts'
import { callsRefused, callsSeen, sentAnswered } from './flows/batch.ts'
import { cancel, cancelSeen } from './flows/cancel.ts'
import {
  abandonUnpaid,
  abandonUnsigned,
  acceptOffer,
  blockedBefore,
  lapse,
  putAway,
  readFailed,
  readFailedOnTheWay,
  refused,
  requoted,
  retry,
  setAside,
  stopSending,
  taskBeforeAll,
  taskWhenApproved,
  unsignedInTime,
} from './flows/before-prompt.ts'
import { depositSeen, depositSeenLate, watchDeposit } from './flows/deposit.ts'
import { sendInProgress, taskAfterEnd, taskInProgress, transferAfterEnd } from './flows/in-progress.ts'
import { taskWhileSent, transactionMissing, transactionRepriced, transactionSeen } from './flows/mining.ts'
import { isChainsTurn, poll } from './flows/polls.ts'
import { proved } from './flows/proof.ts'
import { revoke } from './flows/revoke.ts'
import { transactionFound } from './flows/sending.ts'
import { readyToSign, signatureAnswered, signatureChecked, taskWhenSigned } from './flows/signature.ts'
import {
  approvalSilence,
  sendSilence,
  taskWhileAsked,
  taskWhileUnknown,
  unheardSend,
} from './flows/unanswered.ts'
import { stillAsked, taskWhenStopped } from './flows/stopped.ts'
import {
  nonceRead,
  posting,
  submitAccepted,
  submitFailed,
  taskWhilePending,
  taskWhileSubmitting,
} from './flows/submission.ts'
import { depositLapsed, polled, polledProven, polledWhileAsked, pollFailed } from './flows/tracking.ts'
import {
  mustReadUnclosed,
  stopAndCancel,
  stoppingCallsSeen,
  stoppingUnread,
  taskWhileStopping,
  unclosedRead,
} from './flows/unclosed-requests.ts'
import { readUnclosed } from './flows/unclosed-reads.ts'
import { withdraw } from './flows/withdraw.ts'
import type { OrderState } from './order-state.ts'

const cancelled = { cancel: [only.signed(cancel), 'stays!'] } as const satisfies Listeners
const revoked = { revoke: [revoke, 'stays!'] } as const satisfies Listeners
const withdrawn = { withdraw: [only.inbox(withdraw), 'stays!'] } as const satisfies Listeners
const followed = {
  pollFailed: [pollFailed, 'stays'],
  readFailed: [readFailedOnTheWay, 'stays'],
} as const satisfies Listeners

/**
 * The main table: every state of an order, its task, and the effect of every event. A missing state does not
 * compile. A pair with another result than listed here fails a test. `README.md` contains the generated
 * diagram.
 */
export const states: { readonly [state in OrderState]: StateDefinition } = {
  confirmed: {
    task: taskBeforeAll,
    on: {
      prepared: [prepared, 'approve_requested!', 'approved', 'send_requested!', 'needs_user'],
      blocked: [blockedBefore, 'needs_user'],
      requoted: [requoted, 'stays', 'needs_user'],
      unclosedRead: [unclosedRead, 'stays', 'unknown_outcome'],
      readFailed: [readFailed, 'stays'],
      abandon: [abandonUnsigned, 'stopping', 'abandoned_unsigned'],
    },
  },
  approve_requested: {
    task: () => watchApproval,
    on: {
      walletAnswered: [approvalAnswered, 'stays', 'approve_sent'],
      allowanceSeen: [allowanceSeen, 'stays', 'confirmed', 'approved'],
      readFailed: [readFailed, 'stays'],
      ...approvalSilence,
      abandon: [abandonUnsigned, 'stopping', 'abandoned_unsigned'],
    },
  },
  approve_sent: {
    task: () => watchApproval,
    on: {
      allowanceSeen: [allowanceSeen, 'stays', 'confirmed', 'approved', 'needs_user'],
      retry: approvalSilence.retry,
      readFailed: [readFailed, 'stays'],
      abandon: [abandonUnsigned, 'stopping', 'abandoned_unsigned'],
    },
  },
  approved: {
    task: taskWhenApproved,
    on: {
      readyToSign: [only.signed(readyToSign), 'sign_requested!'],
      prepared: [preparedApproved, 'send_requested!'],
      blocked: [blockedBefore, 'needs_user'],
      requoted: [requoted, 'stays', 'needs_user'],
      unclosedRead: [unclosedRead, 'stays', 'unknown_outcome'],
      readFailed: [readFailed, 'stays'],
      abandon: [abandonUnsigned, 'stopping', 'abandoned_unsigned'],
    },
  },
  sign_requested: {
    task: () => lapse,
    on: {
      walletAnswered: [only.signed(signatureAnswered), 'signed', 'needs_user'],
      walletRefused: [refused, 'needs_user'],
      // A signature that Ferry never received is invalid together with its request ID.
      walletLost: [refused, 'needs_user'],
      lapsed: [unsignedInTime, 'needs_user'],
      retry: [retry, 'confirmed'],
      abandon: [abandonUnsigned, 'stopping', 'abandoned_unsigned'],
    },
  },
  signed: {
    task: taskWhenSigned,
    on: {
      signatureChecked: [only.signed(signatureChecked), 'submitting', 'needs_user'],
      readFailed: [readFailed, 'stays'],
    },
  },
  submitting: {
    task: taskWhileSubmitting,
    on: {
      ...followed,
      ...cancelled,
      posting: [only.signed(posting), 'stays'],
      submitAccepted: [only.signed(submitAccepted), 'stays', 'submitted'],
      submitFailed: [only.signed(submitFailed), 'stays'],
      polled: [polled, 'stays', 'pending', 'reported_terminal'],
      nonceRead: [only.signed(nonceRead), 'stays', 'unknown_outcome', 'expired_unused', 'cancelled_unused'],
    },
  },
  submitted: {
    task: taskWhilePending,
    on: {
      ...followed,
      ...cancelled,
      polled: [polled, 'stays', 'pending', 'reported_terminal'],
      nonceRead: [only.signed(nonceRead), 'stays', 'unknown_outcome', 'expired_unused', 'cancelled_unused'],
    },
  },
  send_requested: {
    task: taskWhileAsked,
    on: {
      ...followed,
      walletAnswered: [sentAnswered, 'sent', 'unknown_outcome'],
      ...sendSilence,
      callsRefused: [only.calls(callsRefused), 'confirmed'],
      polled: [polledWhileAsked, 'stays'],
      transactionFound: [transactionFound, 'stays', 'sent', 'unknown_outcome'],
      abandon: [stopSending, 'unknown_outcome'],
    },
  },
  sent: {
    task: taskWhileSent,
    on: {
      ...followed,
      callsSeen: [only.calls(callsSeen), 'stays', 'needs_user'],
      polled: [polled, 'stays', 'pending', 'reported_terminal'],
      transactionSeen: [
        transactionSeen,
        'stays',
        'pending',
        'needs_user',
        'unknown_outcome',
        'reported_terminal',
      ],
      transactionMissing: [transactionMissing, 'stays', 'needs_user', 'unknown_outcome'],
      transactionRepriced: [transactionRepriced, 'stays'],
      abandon: [putAway, 'stopping'],
    },
  },
  deposit_awaited: {
    task: (order) => (isChainsTurn(order) ? watchDeposit : poll),
    on: {
      ...followed,
      depositSeen: [only.deposit(depositSeen), 'stays'],
      lapsed: [depositLapsed, 'reported_terminal'],
      polled: [polled, 'stays', 'pending', 'reported_terminal'],
      abandon: [abandonUnpaid, 'stays', 'stopping', 'abandoned_unsigned'],
    },
  },
  pending: {
    task: taskInProgress,
    on: {
      ...followed,
      ...cancelled,
      ...withdrawn,
      ...sendInProgress,
      polled: [polled, 'stays', 'reported_terminal'],
      nonceRead: [only.signed(nonceRead), 'stays', 'expired_unused', 'cancelled_unused'],
      abandon: [(order, _event, context) => setAside(order, context), 'stays'],
    },
  },
  needs_user: {
    // A request that may have been used must not be closed as never started.
    task: (order, nowMs) => (mustReadUnclosed(order, nowMs) ? readUnclosed : lapse),
    on: {
      unclosedRead: [unclosedRead, 'stays', 'unknown_outcome'],
      retry: [retry, 'confirmed'],
      acceptOffer: [acceptOffer, 'confirmed'],
      cancel: [only.signed(stopAndCancel), 'stopping!'],
      lapsed: [abandonUnsigned, 'stopping', 'abandoned_unsigned'],
      abandon: [abandonUnsigned, 'stopping', 'abandoned_unsigned'],
    },
  },
  stopping: {
    task: taskWhileStopping,
    on: {
      ...followed,
      ...cancelled,
      ...revoked,
      readFailed: [stoppingUnread, 'stays', 'abandoned_unsigned'],
      callsSeen: [only.calls(stoppingCallsSeen), 'stays', 'sent', 'abandoned_unsigned'],
      unclosedRead: [unclosedRead, 'stays', 'unknown_outcome', 'abandoned_unsigned'],
      polled: [polled, 'stays', 'pending', 'reported_terminal'],
      nonceRead: [only.signed(nonceRead), 'stays', 'unknown_outcome', 'expired_unused', 'cancelled_unused'],
    },
  },
  unknown_outcome: {
    task: taskWhileUnknown,
    on: {
      ...followed,
      ...cancelled,
      ...withdrawn,
      walletAnswered: [sentAnswered, 'stays', 'sent'],
      ...unheardSend,
      abandon: [putAway, 'stopping'],
      unclosedRead: [unclosedRead, 'stays', 'abandoned_unsigned'],
      callsSeen: [only.calls(callsSeen), 'stays', 'sent', 'needs_user'],
      polled: [polled, 'stays', 'pending', 'reported_terminal'],
      transactionFound: [transactionFound, 'stays', 'sent'],
      transactionSeen: [transactionSeen, 'stays', 'sent', 'pending', 'needs_user', 'reported_terminal'],
      transactionMissing: [transactionMissing, 'stays', 'needs_user'],
      transactionRepriced: [transactionRepriced, 'sent'],
      nonceRead: [only.signed(nonceRead), 'stays', 'expired_unused', 'cancelled_unused'],
    },
  },
  abandoned_unsigned: { task: taskWhenStopped, on: { ...revoked, ...stillAsked } },
  expired_unused: { task: taskWhenStopped, on: { ...revoked, ...stillAsked } },
  cancelled_unused: { task: taskWhenStopped, on: { ...revoked, ...stillAsked } },
  reported_terminal: {
    task: taskAfterEnd,
    on: {
      ...followed,
      ...cancelled,
      ...withdrawn,
      ...revoked,
      polled: [polled, 'stays'],
      proof: [proved, 'stays', 'verified_terminal'],
      nonceRead: [only.signed(nonceRead), 'stays', 'verified_terminal'],
      cancelSeen: [only.signed(cancelSeen), 'stays', 'verified_terminal'],
      depositSeen: [only.deposit(depositSeenLate), 'stays'],
      ...transferAfterEnd,
    },
  },
  verified_terminal: {
    task: () => poll,
    on: {
      ...revoked,
      polled: [polledProven, 'stays'],
      pollFailed: [pollFailed, 'stays'],
    },
  },
}
