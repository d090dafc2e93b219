const { runtime } = chrome

/** Sends each message to another extension, and opens each port. Returns each answer, or null. */
async function tryAll(target, messages, ports) {
  const answers = []
  for (const message of messages) {
    answers.push(
      await runtime.sendMessage(target, message).then(
        (answer) => answer ?? null,
        () => null,
      ),
    )
  }
  for (const name of ports) {
    answers.push(
      await new Promise((done) => {
        const port = runtime.connect(target, { name })
        port.onMessage.addListener(done)
        port.onDisconnect.addListener(() => done(null))
      }),
    )
  }
  return answers
}

runtime.onMessage.addListener(({ target, messages, ports }, _sender, respond) => {
  if (target === undefined) {
    respond('heard')
    return false
  }
  tryAll(target, messages, ports).then(respond)
  return true
})
