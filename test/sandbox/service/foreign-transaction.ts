/** A Solana transaction as deployments write it (wire-shapes 3): instructions, and no `to`. */
export function solanaTransaction(signer: string, units: bigint) {
  const keys = [{ pubkey: signer, isSigner: true, isWritable: true }]
  const data = Buffer.from(String(units)).toString('base64')
  const instructions = [{ programId: '1'.repeat(32), keys, data }]
  return { data: { instructions, lookupTables: [], signers: [] }, chainId: 89999 }
}
