/** Long work is a job: the message that begins it gives it a name. */
export interface JobMessages {
  /** Ends a job: its message is refused with "cancelled". Does nothing when there is no such job (any more). */
  'job.cancel': (job: string) => void;
}

export interface JobEvents {
  /** How far a job is, 0 to 1. */
  'job.progress': { readonly job: string; readonly progress: number };
}
