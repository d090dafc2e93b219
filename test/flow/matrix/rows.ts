/** Steps of a swap: handoff, quote, review, approval, signature, sending, submit, following, end. */
export type Column = 'H' | 'Q' | 'V' | 'A' | 'G' | 'T' | 'S' | 'P' | 'N'

/** Every row of the fault matrix: what may go wrong, and the steps of a swap that it can meet. */
export const rows = {
  'worker killed': 'HQVAGTSPN',
  'browser killed': 'HQVAGTSPN',
  'popup closed': 'HQVAGTSPN',
  'tab closed': 'HQVAGTSPN',
  'wallet rejects': 'AGTN',
  'wallet never answers': 'AGT',
  'wallet answers twice': 'AGTS',
  'wallet error': 'AGT',
  'storage full': 'HQVAGTSPN',
  'storage corrupt': 'HQVAGTSPN',
  'two windows': 'HQVAGTSPN',
  'asleep 8 h': 'HQVAGTSPN',
  'updated in mid-swap': 'HQVAGTSPN',
  'hosts revoked': 'HQVAGTSPN',
  'account removed': 'VAGTSPN',
  'network down': 'HQVAGTSPN',
  'timeout after accept': 'SPN',
  'echo record': 'SPN',
  'failed after the money left': 'TPN',
  '429': 'QVSP',
  '5xx': 'QSPN',
  'malformed JSON': 'QSPN',
  'HTML page': 'QSPN',
  'origin not allowed': 'QVGTSP',
  'quote expired': 'QVAGTS',
  'chain switched': 'AGTP',
  'nonce replaced': 'ATPN',
  'withdrawal lost': 'PN',
  reorg: 'ATPN',
  'RPC lies': 'VAGTPN',
  'clock skew': 'QVGPN',
} as const

export type MatrixRow = keyof typeof rows
