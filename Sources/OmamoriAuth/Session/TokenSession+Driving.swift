import OmamoriCore

/// Does what the machine decides.
///
/// Whatever waits runs in a task of its own, so that nobody who waits for a token can cancel it.
extension TokenSession {
  func token(_ minimum: Duration, isForced: Bool) async throws(AuthError) -> AccessToken {
    guard !Task.isCancelled else { throw .cancelled }
    let caller = nextCaller()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiting[caller] = continuation
        feed(.demanded(caller, validFor: minimum, isForced: isForced))
      }
    } onCancel: {
      Task { await self.abandon(caller) }
    }
    return try result.get()
  }

  private func abandon(_ caller: UInt64) {
    guard let continuation = waiting.removeValue(forKey: caller) else { return }
    feed(.abandoned(caller))
    continuation.resume(returning: .failure(.cancelled))
  }

  func feed(_ event: SessionMachine.Event) {
    for action in machine.handle(event, at: clock.moment(randomness)) { perform(action) }
  }

  private func perform(_ action: SessionMachine.Action) {
    switch action {
    case .load(let track): load(track)
    case .save(let track, let record, let generation): save(track, record, replacing: generation)
    case .lock: acquire()
    case .unlock: release()
    case .send(let token): send(token)
    case .revoke(let token, let kind): revoke(token, kind)
    case .wake(let pause): wake(after: pause)
    case .give(let caller, let result): waiting.removeValue(forKey: caller)?.resume(returning: result)
    case .confirmLogin(let caller, let error):
      loggingIn.removeValue(forKey: caller)?.resume(returning: error)
    case .confirmLogout(let caller, let result):
      loggingOut.removeValue(forKey: caller)?.resume(returning: result)
    case .publish(let state): broadcast.send(state)
    case .note(let event): events.record(event)
    }
  }

  private func load(_ track: SessionMachine.Track) {
    Task.detached { [self, store] in
      let result: Result<SessionRecord?, AuthError>
      do throws(AuthError) {
        if let stored = try await store.load() {
          result = .success(try SessionRecord(stored))
        } else {
          result = .success(nil)
        }
      } catch {
        result = .failure(error)
      }
      await feed(.loaded(track, result))
    }
  }

  private func save(_ track: SessionMachine.Track, _ record: SessionRecord, replacing generation: UInt64?) {
    Task.detached { [self, store] in
      let outcome: SessionMachine.Saving
      do throws(AuthError) {
        try await store.save(record.stored(), replacing: generation)
        outcome = .done
      } catch .session(.conflict) {
        outcome = .conflict
      } catch {
        outcome = .failed(error)
      }
      await feed(.saved(track, outcome))
    }
  }

  private func acquire() {
    let limit = machine.settings.lockLimit
    Task.detached { [self, store] in
      do throws(AuthError) {
        let lock = try await store.lock(within: limit)
        await hold(lock)
      } catch {
        await feed(.locked(error))
      }
    }
  }

  private func hold(_ lock: any SessionLock) {
    self.lock = lock
    feed(.locked(nil))
  }

  private func release() {
    guard let lock else { return }
    self.lock = nil
    Task.detached { await lock.release() }
  }

  private func send(_ token: SecretText) {
    Task.detached { [self, grant] in
      let result: Result<TokenAnswer, AuthError>
      do throws(AuthError) {
        result = .success(try await grant.refresh(token))
      } catch {
        result = .failure(error)
      }
      await feed(.answered(result))
    }
  }

  private func revoke(_ token: SecretText, _ kind: TokenHint) {
    Task.detached { [self, grant] in
      do throws(AuthError) {
        try await grant.revoke(token, kind: kind)
        await feed(.revoked(nil))
      } catch {
        await feed(.revoked(error))
      }
    }
  }

  /// A pause keeps nothing alive.
  private func wake(after pause: Duration) {
    Task.detached { [weak self, clock] in
      await clock.sleep(pause)
      await self?.feed(.woke)
    }
  }
}
