import { Component, type ReactNode } from 'react';
import { Button } from 'react-aria-components';

interface PanelGuardProps {
  readonly name: string;
  readonly children: ReactNode;
}

interface PanelGuardState {
  readonly error: Error | null;
}

/** Keeps a panel that fails from taking the window and unsaved work along. React offers this to classes only. */
export class PanelGuard extends Component<PanelGuardProps, PanelGuardState> {
  override readonly state: PanelGuardState = { error: null };

  static getDerivedStateFromError(error: Error): PanelGuardState {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <div className="panel empty" role="alert">
        <p>
          The {this.props.name.toLowerCase()} stopped working: {error.message}
        </p>
        <p>Your work is not affected; save it to be sure.</p>
        <Button className="button" onPress={() => this.setState({ error: null })}>
          Show it again
        </Button>
      </div>
    );
  }
}
