import { Box, Flex, IconButton } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { Problem } from './Problem';

interface Props {
  /** The lazy component among the children. */
  part: { preload: () => unknown };
  /** Shown in its place, with Retry. */
  failure: string;
  /** Present if the failure can be dismissed. */
  onDismiss?: () => void;
  children: ReactNode;
}

/** Keeps the page, and what was typed into it, if a part of it fails or cannot be loaded. */
export class PartBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  private readonly retry = () => {
    void this.props.part.preload();
    this.setState({ error: null });
  };

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    const { failure, onDismiss } = this.props;
    const problem = <Problem onRetry={this.retry}>{failure}</Problem>;
    if (!onDismiss) return problem;
    return (
      <Flex align="center" bg="panel">
        <Box flex={1}>{problem}</Box>
        <IconButton variant="plain" aria-label="Close" onClick={onDismiss}>
          <X aria-hidden="true" />
        </IconButton>
      </Flex>
    );
  }
}
